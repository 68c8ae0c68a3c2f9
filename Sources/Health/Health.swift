// Health
