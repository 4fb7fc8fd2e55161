/** People of the demo. They exist only in the embedded default; production refuses to start with them. */
export const DEMO_PASSWORD = 'Karibu#2026'
export const DEMO_LOGINS = [
  { username: 'admin', role: 'platform admin' },
  { username: 'orgadmin', role: 'organization admin' },
  { username: 'owner', role: 'company owner' },
  { username: 'operator', role: 'operator' },
  { username: 'operator2', role: 'operator' },
  { username: 'newoperator', role: 'operator who must change the password first' },
  { username: 'blocked', role: 'operator of a company that the tax authority blocked' },
] as const
