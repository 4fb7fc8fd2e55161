import { toInstant } from '#domain/calendar/east-africa.ts'
import { hashPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findUserByUsername, insertUser } from '../../storage/accounts/users.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import type { Services } from '../context.ts'
import { generatePassword } from './generate-password.ts'

/**
 * Makes the first platform admin of a configured server and gives the one-time password, which must be changed at
 * the first sign-in. Throws when the user name is taken.
 */
export async function createAdmin(
  services: Pick<Services, 'clock' | 'db' | 'newId'>,
  admin: { readonly username: string; readonly email: string },
): Promise<string> {
  if (await findUserByUsername(services.db, admin.username)) {
    throw new Error(`There is already a user named ${admin.username}`)
  }
  const password = generatePassword()
  const id = services.newId()
  const at = toInstant(services.clock.now())
  const passwordHash = await hashPassword(password)
  await inOneTransaction(services.db, async (tx) => {
    await insertUser(tx, {
      id,
      username: admin.username,
      email: admin.email,
      first_name: 'Platform',
      last_name: 'Admin',
      mobile: '',
      user_type: 'platform_admin',
      company_id: null,
      organization_id: null,
      status: 'active',
      language: 'en',
      password_hash: passwordHash,
      must_change_password: true,
      created_at: at,
    })
    await insertAuditEntry(tx, {
      companyId: null,
      userId: id,
      at,
      action: 'admin.create',
      subject: `user:${id}`,
    })
  })
  return password
}
