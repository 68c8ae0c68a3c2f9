#pragma once
#include <libpq-fe.h>

// Character macros, which Swift does not import.
static const int diagnosticSQLState = PG_DIAG_SQLSTATE;
static const int diagnosticMessage = PG_DIAG_MESSAGE_PRIMARY;
static const int diagnosticContext = PG_DIAG_CONTEXT;
