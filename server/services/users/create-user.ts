import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { can } from '#domain/permissions/can.ts'
import { managedTypes, visibleUsers } from '#domain/permissions/manage-users.ts'
import { checkNewUser, type NewUserFields, normalizeUser } from '#domain/users/check-user.ts'
import type { UserType } from '#domain/users/user.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findOrganizationId, organizationExists } from '../../storage/accounts/companies.ts'
import { findTaken, findVisibleUser } from '../../storage/accounts/managed-users.ts'
import { findUser, insertUser } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { generatePassword } from '../auth/generate-password.ts'
import type { ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { mailFirstPassword } from './mail-first-password.ts'
import { requireManager } from './managed-user.ts'

type Tenant = { readonly companyId: string | null; readonly organizationId: string | null }

/**
 * Creates an account with a generated first password, which is shown once to its creator, mailed to the
 * person and must be changed at the first login. Refuses fields (spec §5, New user), a kind of account that
 * the creator does not manage (`FORBIDDEN`), and a user name or e-mail address that is taken.
 */
export async function createUser(
  context: AuthServices & ServiceContext,
  request: EndpointRequest<'users.create'>,
): Promise<EndpointAnswer<'users.create'>> {
  const { actor } = context
  requireManager(actor)
  const fields = { ...normalizeUser(request), username: request.username.trim() }
  refuseFields(checkNewUser(fields))
  const userType = requireManagedType(context, fields.userType)
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const id = context.newId()
  const { user, language } = await inTransaction(context.db, async (tx) => {
    const tenant = await requireTenant(tx, context, { ...fields, userType })
    const taken = await findTaken(tx, fields, id)
    refuseFields([
      ...(taken.username ? [{ path: 'username', code: 'USER_USERNAME_TAKEN' }] : []),
      ...(taken.email ? [{ path: 'email', code: 'OPERATOR_EMAIL_REGISTERED' }] : []),
    ])
    const at = toInstant(context.clock.now())
    const spoken = (await findUser(tx, actor.userId))?.language ?? 'sw'
    await insertUser(tx, {
      id,
      username: fields.username,
      email: fields.email,
      first_name: fields.firstName,
      last_name: fields.lastName,
      mobile: fields.mobile,
      user_type: userType,
      company_id: tenant.companyId,
      // Those who work for a company belong to its organization, whichever that is later.
      organization_id: tenant.companyId === null ? tenant.organizationId : null,
      status: 'active',
      language: spoken,
      password_hash: passwordHash,
      must_change_password: true,
      created_at: at,
    })
    await insertAuditEntry(tx, {
      companyId: tenant.companyId,
      userId: actor.userId,
      at,
      action: 'user.create',
      subject: `user:${id}`,
      detail: { userType },
    })
    const created = await findVisibleUser(tx, visibleUsers(actor), id)
    if (!created) throw new Error('a new user is not visible to its creator')
    return { user: created, language: spoken }
  })
  return { user, password, mailed: await mailFirstPassword(context, { user, password, language }) }
}

function requireManagedType(context: ServiceContext, userType: UserType | ''): UserType {
  if (userType === '' || !managedTypes(context.actor.userType).includes(userType)) {
    throw new Refusal('FORBIDDEN')
  }
  return userType
}

/** Where the account belongs. Unknown and foreign organizations and companies get the same answer, at their field. */
async function requireTenant(
  tx: Db,
  { actor }: ServiceContext,
  fields: Pick<NewUserFields, 'companyId' | 'organizationId'> & { readonly userType: UserType },
): Promise<Tenant> {
  const { companyId, organizationId } = fields
  if (fields.userType === 'organization_admin') {
    const exists = organizationId !== null && (await organizationExists(tx, organizationId))
    if (!exists || !can(actor, 'user.manage', { companyId: null, organizationId })) {
      refuseFields([{ path: 'organizationId', code: 'USER_ORGANIZATION_REQUIRED' }])
    }
    return { companyId: null, organizationId }
  }
  const found = companyId === null ? null : await findOrganizationId(tx, { companyId })
  if (
    found === null ||
    found !== organizationId ||
    !can(actor, 'user.manage', { companyId, organizationId })
  ) {
    refuseFields([{ path: 'companyId', code: 'USER_COMPANY_REQUIRED' }])
  }
  return { companyId, organizationId }
}
