import type { Session } from '#contract/session.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { statedEnvironment } from '#domain/fiscal/environment.ts'
import { rightsOf } from '#domain/permissions/operator-rights.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { toCurrentUser, type UserRow } from '../../storage/accounts/users.ts'
import { findCompanyIdentity } from '../../storage/fiscal/identities.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { companyRates } from '../fiscal/company-rates.ts'

/** What a phone keeps to work offline: who, for whom, under which rules. */
export async function readSession(
  services: Pick<AuthServices, 'clock' | 'db' | 'environmentByDefault' | 'layoutCompanies'>,
  user: UserRow,
): Promise<Session> {
  const scope = user.company_id === null ? undefined : { companyId: user.company_id }
  const found = scope && (await findCompany(services.db, scope))
  const identity = scope && (await findCompanyIdentity(services.db, scope))
  return {
    user: toCurrentUser(user),
    company: found?.company ?? null,
    settings: { ...DEFAULT_SETTINGS, ...found?.settings, layoutCompanies: services.layoutCompanies },
    rates: [...(await companyRates(services.db, identity))],
    mustChangePassword: user.must_change_password,
    rights: rightsOf(user.user_type, user.rights),
    ...statedEnvironment(identity?.environment ?? services.environmentByDefault),
    serverTime: toInstant(services.clock.now()),
  }
}
