import type { EndpointRequest } from '#contract/endpoints.ts'
import type { User } from '#contract/users.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkUser, normalizeUser } from '#domain/users/check-user.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findTaken, updateUserFields } from '../../storage/accounts/managed-users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { lockManagedUser, requireManager } from './managed-user.ts'

/** Changes names, e-mail address and mobile number of a managed account (rules: spec §5, New user). */
export async function changeUser(
  context: ServiceContext,
  request: EndpointRequest<'users.change'>,
): Promise<User> {
  const { actor, clock, db } = context
  requireManager(actor)
  const { id, ...fields } = normalizeUser(request)
  refuseFields(checkUser(fields))
  return await inTransaction(db, async (tx) => {
    const user = await lockManagedUser(tx, actor, id)
    const { email } = await findTaken(tx, { email: fields.email }, id)
    if (email) refuseFields([{ path: 'email', code: 'OPERATOR_EMAIL_REGISTERED' }])
    const changed = (['firstName', 'lastName', 'email', 'mobile'] as const).filter(
      (name) => user[name] !== fields[name],
    )
    if (changed.length === 0) return user
    await updateUserFields(tx, id, fields)
    await insertAuditEntry(tx, {
      companyId: user.company?.id ?? null,
      ...actedBy(context),
      organizationId: user.organization?.id ?? null,
      at: toInstant(clock.now()),
      action: 'user.change',
      subject: `user:${id}`,
      detail: { fields: changed },
    })
    const renamed = changed.includes('firstName') || changed.includes('lastName')
    // Their phones fetch the name with a page, and do so when there is a change.
    if (renamed && user.company)
      await upsertChanges(tx, { companyId: user.company.id }, [{ t: 'company', id: user.company.id }])
    return { ...user, ...fields }
  })
}
