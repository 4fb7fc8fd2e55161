import { ConfigError } from './config.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-logins.ts'
import { verifyPassword } from './security/passwords.ts'
import { listPasswordHashes } from './storage/accounts/users.ts'
import { hasSimulatedIdentity } from './storage/fiscal/simulated-identities.ts'
import type { Db } from './storage/schema.ts'
import { getServerState } from './storage/server-state.ts'

/** Production never runs on demo data: the logins are public, and simulated receipts are not receipts. */
export async function refuseDemoData(db: Db): Promise<void> {
  const problems: string[] = []
  if ((await getServerState(db)).demoSeededAt !== null) {
    problems.push('This database holds demo data. Point DATABASE_URL or DATA_DIR to one of its own')
  }
  if (await hasSimulatedIdentity(db)) {
    problems.push('A company of this database is registered at the simulator')
  }
  const hashes = await listPasswordHashes(
    db,
    DEMO_LOGINS.map((login) => login.username),
  )
  for (const hash of hashes) {
    if (!(await verifyPassword(hash, DEMO_PASSWORD))) continue
    problems.push('An account still has the password of the demo logins')
    break
  }
  if (problems.length > 0) throw new ConfigError(problems)
}
