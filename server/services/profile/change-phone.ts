import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkProfilePhone, normalizeProfilePhone } from '#domain/profile/check-profile.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { updateMobile } from '../../storage/accounts/email-changes.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/** Changes the caller's own phone number (spec §5, Profile: exactly 9 digits). */
export async function changePhone(context: ServiceContext, typed: string): Promise<void> {
  const phone = normalizeProfilePhone(typed)
  refuseFields(checkProfilePhone(phone))
  const { userId, companyId } = context.actor
  await inOneTransaction(context.db, async (tx) => {
    await updateMobile(tx, userId, phone)
    await insertAuditEntry(tx, {
      companyId,
      ...actedBy(context),
      at: toInstant(context.clock.now()),
      action: 'profile.change-phone',
      subject: `user:${userId}`,
    })
  })
}
