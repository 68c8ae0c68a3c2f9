#pragma once
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>
