/** What nearly all test users have. */
export const TEST_PASSWORD = 'Karibu#2026'
