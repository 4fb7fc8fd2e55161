import { createHash } from 'node:crypto'
import { canonicalJson } from '#contract/canonical-json.ts'
import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import type { PotentialClient } from '#contract/potential-client-endpoints.ts'
import type { User } from '#contract/users.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { OrganizationFields } from '#domain/organizations/check-organization.ts'
import { visibleUsers } from '#domain/permissions/manage-users.ts'
import { checkConversion } from '#domain/potential-clients/convert-client.ts'
import { isConvertible } from '#domain/potential-clients/potential-client.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findVisibleUser } from '../../storage/accounts/managed-users.ts'
import { lockPassword, updateOneTimePassword } from '../../storage/accounts/users.ts'
import { insertNewOrganization } from '../../storage/administration/organizations.ts'
import {
  findConversion,
  lockPotentialClient,
  updateClientConverted,
} from '../../storage/clients/potential-clients.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { generatePassword } from '../auth/generate-password.ts'
import { createCompany } from '../companies/save-company.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { insertAccount, languageOf } from '../users/create-user.ts'
import { mailFirstPassword } from '../users/mail-first-password.ts'

/** For how long a conversion may be asked for again: the form is still open, and its answer was lost. */
const ASKED_AGAIN_MS = 10 * 60_000

/**
 * Makes organization, company and owner of a registration request in one transaction, and mails the owner the first
 * password. Refuses fields (spec §5), a TIN, user name or e-mail address in use at its field, and a request of which a
 * company was made already or that was declined (`POTENTIAL_CLIENT_CLOSED`). The same form of the same person again,
 * because its answer was lost, gives what was made, with another first password for the owner.
 */
export async function convertClient(
  context: AuthServices & ServiceContext,
  { id, ...form }: EndpointRequest<'potential-clients.convert'>,
): Promise<EndpointAnswer<'potential-clients.convert'>> {
  requireRight(context, 'potential-client.manage', { companyId: null })
  const checked = checkConversion(form)
  if (!checked.ok) {
    refuseFields(checked.refusals)
    throw new Refusal('REQUEST_INVALID')
  }
  const { organization, company, owner } = checked.value
  const written = createHash('sha256').update(canonicalJson(form)).digest('hex')
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const at = toInstant(context.clock.now())
  const { client, companyId, user, language } = await inTransaction(context.db, async (tx) => {
    const found = await lockPotentialClient(tx, id)
    if (!found) throw new Refusal('NOT_FOUND')
    const before = await findMade(tx, context, found, written)
    if (before) {
      await updateOneTimePassword(tx, before.user.id, passwordHash)
      return { client: found, ...before, language: await languageOf(tx, context.actor.userId) }
    }
    if (!isConvertible(found.status)) throw new Refusal('POTENTIAL_CLIENT_CLOSED')
    const organizationId = form.organizationId ?? context.newId()
    if (organization) await createOrganization(tx, context, organizationId, organization)
    const made = context.newId()
    await createCompany(tx, context, made, { ...company, organizationId })
    const account = { id: context.newId(), companyId: made, organizationId, person: owner, passwordHash }
    const created = await insertAccount(tx, context, { ...account, userType: 'company_owner' })
    await updateClientConverted(tx, id, made, at)
    await insertAuditEntry(tx, {
      companyId: made,
      ...actedBy(context),
      at,
      action: 'potential-client.convert',
      subject: `potential-client:${id}`,
      detail: { organizationId, ownerId: created.user.id, written },
    })
    const converted = { ...found, status: 'converted' as const, convertedTo: made }
    return { client: converted, companyId: made, ...created }
  })
  const mailed = await mailFirstPassword(context, { user, password, language })
  return { client, companyId, user, password, mailed }
}

/** What the same request made before its answer was lost: by the same person, just now, and not used yet. */
async function findMade(
  tx: Db,
  { actor, clock }: ServiceContext,
  { id, convertedTo }: PotentialClient,
  written: string,
): Promise<{ readonly user: User; readonly companyId: string } | undefined> {
  if (!convertedTo) return undefined
  const made = await findConversion(tx, { companyId: convertedTo }, id)
  if (made?.byUserId !== actor.userId || made.written !== written) return undefined
  if (clock.now() - Date.parse(made.at) > ASKED_AGAIN_MS) return undefined
  // The owner may be choosing a password at this moment.
  await lockPassword(tx, made.ownerId)
  const user = await findVisibleUser(tx, visibleUsers(actor), made.ownerId)
  return user?.mustChangePassword ? { user, companyId: convertedTo } : undefined
}

async function createOrganization(
  tx: Db,
  context: ServiceContext,
  id: string,
  fields: OrganizationFields,
): Promise<void> {
  await insertNewOrganization(tx, id, fields)
  await insertAuditEntry(tx, {
    companyId: null,
    ...actedBy(context),
    organizationId: id,
    at: toInstant(context.clock.now()),
    action: 'organization.create',
    subject: `organization:${id}`,
    detail: { was: null },
  })
}
