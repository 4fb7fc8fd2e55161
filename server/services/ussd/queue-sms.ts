import { toInstant } from '#domain/calendar/east-africa.ts'
import { normalizePhone } from '#domain/identity/phone.ts'
import { findUser, listOwners } from '../../storage/accounts/users.ts'
import type { UssdPhone } from '../../storage/ussd/phones.ts'
import { insertUssdSms, upsertUssdSms } from '../../storage/ussd/sms.ts'
import { companyScope, type ServiceContext } from '../context.ts'

type Seller = { readonly context: ServiceContext; readonly phone: UssdPhone }

/** Lets the number that sold hear how the authority answered. The same sale again adds nothing. */
export async function queueReceiptSms({ context, phone }: Seller, invoiceId: string): Promise<void> {
  const at = toInstant(context.clock.now())
  await insertUssdSms(
    context.db,
    companyScope(context),
    (['issued', 'refused'] as const).map((kind) => ({
      ...{ id: context.newId(), kind, subject_id: invoiceId, to_phone: phone.phone },
      ...{ language: phone.language, next_attempt_at: at, created_at: at },
    })),
  )
}

/** Sends the text of an issued receipt again, to the number that asks for it. One that waits is not doubled. */
export async function queueReceiptSmsAgain({ context, phone }: Seller, invoiceId: string): Promise<void> {
  const at = toInstant(context.clock.now())
  await upsertUssdSms(context.db, companyScope(context), {
    ...{ id: context.newId(), kind: 'issued', subject_id: invoiceId, to_phone: phone.phone },
    ...{ language: phone.language, next_attempt_at: at, created_at: at },
  })
}

/** Says that a PIN is locked: to the number itself, to its person, and to the owners of the company. */
export async function queueLockSms({ context, phone }: Seller): Promise<void> {
  const scope = companyScope(context)
  const at = toInstant(context.clock.now())
  const person = await findUser(context.db, phone.user_id)
  const owners = await listOwners(context.db, scope)
  const others = [person?.mobile ?? '', ...owners.map((owner) => owner.mobile)]
  const numbers = new Set([phone.phone, ...others.flatMap((typed) => normalizePhone(typed) ?? [])])
  await insertUssdSms(
    context.db,
    scope,
    [...numbers].map((to) => ({
      ...{ id: context.newId(), kind: 'pin-locked' as const, subject_id: phone.id, to_phone: to },
      ...{ language: phone.language, next_attempt_at: at, created_at: at },
    })),
  )
}
