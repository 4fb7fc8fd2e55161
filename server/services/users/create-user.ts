import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import type { User } from '#contract/users.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { can } from '#domain/permissions/can.ts'
import { managedTypes, visibleUsers } from '#domain/permissions/manage-users.ts'
import { checkNewUser, type NewUserFields, normalizeUser, type UserFields } from '#domain/users/check-user.ts'
import type { CurrentUser, UserType } from '#domain/users/user.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findOrganizationId, organizationExists } from '../../storage/accounts/companies.ts'
import { findTaken, findVisibleUser, lockVisibleUser } from '../../storage/accounts/managed-users.ts'
import { findUser, insertUser, updateOneTimePassword } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { generatePassword } from '../auth/generate-password.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { changeUserFields } from './change-user.ts'
import { mailFirstPassword } from './mail-first-password.ts'
import { requireManager } from './managed-user.ts'

type Tenant = { readonly companyId: string | null; readonly organizationId: string | null }

/**
 * Creates an account with a generated first password, which is shown once to its creator, mailed to the
 * person and must be changed at the first login. A request that is repeated because its answer was lost gives the same
 * account with another first password, and with the names and the number that were corrected meanwhile. Refuses fields (spec §5, New user), a kind of account that
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
  const id = request.id ?? context.newId()
  const { user, language } = await inTransaction(context.db, async (tx) => {
    const tenant = await requireTenant(tx, context, { ...fields, userType })
    const made = await findMade(tx, context, { ...fields, ...tenant, userType, id })
    if (made) {
      await updateOneTimePassword(tx, id, passwordHash)
      const user = await changeUserFields(tx, context, made, fields)
      return { user, language: await languageOf(tx, actor.userId) }
    }
    // The form was changed after the lost answer: another account.
    const free = (await findUser(tx, id)) === undefined ? id : context.newId()
    return await insertAccount(tx, context, { ...tenant, id: free, person: fields, userType, passwordHash })
  })
  return { user, password, mailed: await mailFirstPassword(context, { user, password, language }) }
}

/** The account that the same request made before its answer was lost: of the same kind and place, and not used yet. */
async function findMade(
  tx: Db,
  { actor }: ServiceContext,
  wanted: Tenant & Pick<User, 'id' | 'username' | 'email' | 'userType'>,
): Promise<User | undefined> {
  const made = await lockVisibleUser(tx, visibleUsers(actor), wanted.id)
  const isSame =
    made?.username === wanted.username &&
    made.email === wanted.email &&
    made.userType === wanted.userType &&
    (made.company?.id ?? null) === wanted.companyId &&
    (made.organization?.id ?? null) === wanted.organizationId &&
    made.mustChangePassword
  return isSame ? made : undefined
}

/** The language of an account's mails: that of who makes it. */
export async function languageOf(tx: Db, userId: string): Promise<CurrentUser['language']> {
  return (await findUser(tx, userId))?.language ?? 'sw'
}

/**
 * Makes an account in the transaction of its caller, who has checked the fields; gives it with the language its mail is
 * in. Refuses a user name or e-mail address that is taken, at `username` and `email`.
 */
export async function insertAccount(
  tx: Db,
  context: ServiceContext,
  account: Tenant & {
    readonly id: string
    readonly person: UserFields & { readonly username: string }
    readonly userType: UserType
    readonly passwordHash: string
  },
): Promise<{ readonly user: User; readonly language: CurrentUser['language'] }> {
  const { id, person, userType, companyId, organizationId, passwordHash } = account
  const { actor } = context
  const taken = await findTaken(tx, person, id)
  refuseFields([
    ...(taken.username ? [{ path: 'username', code: 'USER_USERNAME_TAKEN' }] : []),
    ...(taken.email ? [{ path: 'email', code: 'OPERATOR_EMAIL_REGISTERED' }] : []),
  ])
  const at = toInstant(context.clock.now())
  const language = await languageOf(tx, actor.userId)
  await insertUser(tx, {
    id,
    username: person.username,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    mobile: person.mobile,
    user_type: userType,
    company_id: companyId,
    // Those who work for a company belong to its organization, whichever that is later.
    organization_id: companyId === null ? organizationId : null,
    status: 'active',
    language,
    password_hash: passwordHash,
    must_change_password: true,
    created_at: at,
  })
  await insertAuditEntry(tx, {
    companyId,
    ...actedBy(context),
    organizationId,
    at,
    action: 'user.create',
    subject: `user:${id}`,
    detail: { userType },
  })
  const user = await findVisibleUser(tx, visibleUsers(actor), id)
  if (!user) throw new Error('a new user is not visible to its creator')
  return { user, language }
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
