import type { EndpointRequest } from '#contract/endpoints.ts'
import type { User } from '#contract/users.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkUser, normalizeUser, type UserFields } from '#domain/users/check-user.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { deleteEmailChange } from '../../storage/accounts/email-changes.ts'
import { findTaken, updateUserFields } from '../../storage/accounts/managed-users.ts'
import { findUser } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { reportNewEmail } from '../mail/report-new-email.ts'
import type { MailSender } from '../mail/send-account-mail.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { lockManagedUser, requireManager } from './managed-user.ts'

/**
 * Changes names, e-mail address and mobile number of a managed account (rules: spec §5, New user): what differs from
 * `base`, because the person may have changed the rest meanwhile. Another e-mail address is reported to the one before.
 */
export async function changeUser(
  context: MailSender & ServiceContext,
  request: EndpointRequest<'users.change'>,
): Promise<User> {
  const { actor, db } = context
  requireManager(actor)
  const { id, base = null, ...typed } = normalizeUser(request)
  const { changed, before } = await inTransaction(db, async (tx) => {
    const user = await lockManagedUser(tx, actor, id)
    const fields = mergeFields(fieldsOf(user), base, typed).merged
    refuseFields(checkUser(fields, user))
    const { email } = await findTaken(tx, { email: fields.email }, id)
    if (email) refuseFields([{ path: 'email', code: 'OPERATOR_EMAIL_REGISTERED' }])
    const before = await findUser(tx, id)
    return { before, changed: await changeUserFields(tx, context, user, fields) }
  })
  if (before) await reportNewEmail(context, before, changed.email)
  return changed
}

function fieldsOf({ firstName, lastName, email, mobile }: User): UserFields {
  return { firstName, lastName, email, mobile }
}

/** Stores fields of a locked account that were checked already. The audit says which changed, the feed a new name. */
export async function changeUserFields(
  tx: Db,
  context: ServiceContext,
  user: User,
  { firstName, lastName, email, mobile }: UserFields,
): Promise<User> {
  const fields = { firstName, lastName, email, mobile }
  const changed = (['firstName', 'lastName', 'email', 'mobile'] as const).filter(
    (name) => user[name] !== fields[name],
  )
  if (changed.length === 0) return user
  await updateUserFields(tx, user.id, fields)
  // A link that was mailed before does not undo this.
  if (changed.includes('email')) await deleteEmailChange(tx, user.id)
  await insertAuditEntry(tx, {
    companyId: user.company?.id ?? null,
    ...actedBy(context),
    organizationId: user.organization?.id ?? null,
    at: toInstant(context.clock.now()),
    action: 'user.change',
    subject: `user:${user.id}`,
    detail: { fields: changed },
  })
  const renamed = changed.includes('firstName') || changed.includes('lastName')
  // Their phones fetch the name with a page, and do so when there is a change.
  if (renamed && user.company)
    await upsertChanges(tx, { companyId: user.company.id }, [{ t: 'company', id: user.company.id }])
  return { ...user, ...fields }
}
