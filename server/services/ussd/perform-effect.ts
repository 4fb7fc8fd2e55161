import { toInstant } from '#domain/calendar/east-africa.ts'
import { MAX_USSD_PIN_TRIES } from '#domain/ussd/check-ussd-phone.ts'
import { openUssd } from '#domain/ussd/ussd-machine.ts'
import type {
  AfterPin,
  UssdEffect,
  UssdEnd,
  UssdFacts,
  UssdState,
  UssdStep,
} from '#domain/ussd/ussd-state.ts'
import { USSD_WORDS } from '#domain/ussd/ussd-words.ts'
import { verifyPassword } from '../../security/passwords.ts'
import { takePinTry, type UssdPhone, updateUssdPhone } from '../../storage/ussd/phones.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { type Door, executeAtDoor } from '../operations/execute-at-door.ts'
import { queueLockSms, queueReceiptSmsAgain } from './queue-sms.ts'
import { readToday } from './read-facts.ts'
import { saveUssdDraft, submitUssdDraft } from './submit-draft.ts'

/** A registered number, the person behind it, and what the screens show. */
export type Seller = {
  readonly phone: UssdPhone
  readonly context: ServiceContext
  readonly door: Door
  readonly facts: UssdFacts
  /** The key of the session. */
  readonly session: string
}

export type Shown = Exclude<UssdStep, { kind: 'effect' }>

function ended(end: UssdEnd): Shown {
  return { kind: 'end', end }
}

/** Does what an answer asks the server for; returns the next step and the language it is shown in. */
export async function performEffect(
  seller: Seller,
  state: UssdState,
  effect: Exclude<UssdEffect, { readonly do: 'register' }>,
): Promise<{ step: Shown; language: UssdFacts['language'] }> {
  const { context, door, phone, facts } = seller
  const { language } = facts
  switch (effect.do) {
    case 'check-pin':
      return { step: await checkPin(seller, state, effect), language }
    case 'today':
      return { step: ended({ end: 'today', today: await readToday(context) }), language }
    case 'send-sms':
      await queueReceiptSmsAgain(seller, effect.invoiceId)
      return { step: ended({ end: 'texted' }), language }
    case 'save-draft':
      if (state.draft) await saveUssdDraft(context, door, state.draft)
      return { step: ended({ end: 'draft' }), language }
    case 'switch-language': {
      const other = language === 'sw' ? 'en' : 'sw'
      await updateUssdPhone(context.db, companyScope(context), phone.id, { language: other })
      return { step: { kind: 'show', state }, language: other }
    }
    case 'drop':
      return { step: ended({ end: 'dropped' }), language }
    default:
      return effect satisfies never
  }
}

/** Compares the PIN: a try is taken before and given back after a right one, so that parallel guesses gain nothing. */
async function checkPin(
  seller: Seller,
  state: UssdState,
  { pin, opens }: { readonly pin: string; readonly opens: AfterPin },
): Promise<Shown> {
  const { phone, context } = seller
  const scope = companyScope(context)
  const left = await takePinTry(context.db, scope, phone.id)
  if (left === undefined) return ended({ end: 'pin-shut' })
  if (!(await verifyPassword(phone.pin_hash, pin))) {
    context.log({ event: 'ussd-wrong-pin', phoneId: phone.id, left })
    if (left === 0) {
      await queueLockSms(seller)
      return ended({ end: 'pin-shut' })
    }
    return { kind: 'show', state: { ...state, place: 'pin', afterPin: opens, triesLeft: left } }
  }
  const used = toInstant(context.clock.now())
  await updateUssdPhone(context.db, scope, phone.id, { pin_tries: MAX_USSD_PIN_TRIES, used_at: used })
  return await afterPin(seller, { ...state, known: true, triesLeft: null }, opens)
}

async function afterPin(seller: Seller, state: UssdState, opens: AfterPin): Promise<Shown> {
  const { context, door, facts, session } = seller
  switch (opens) {
    case 'list':
      return { kind: 'show', state: { ...state, place: 'list', page: 0 } }
    case 'today':
      return ended({ end: 'today', today: await readToday(context) })
    case 'submit':
      if (state.draft === null) return { kind: 'show', state: openUssd('main') }
      return ended(await submitUssdDraft(seller, state.draft))
    case 'cancel': {
      const { chosen: invoiceId, reason } = state
      const code = facts.receipts.find(({ id }) => id === invoiceId)?.code
      if (invoiceId === null || reason === null || code === undefined) return ended({ end: 'help' })
      const words = USSD_WORDS[facts.language].reasons[reason]
      await executeAtDoor(context, {
        // A repeat is in the same session. Another call asks again: what was refused may be allowed by now.
        ...{ door, key: `cancel:${invoiceId}:${session}`, type: 'invoice.cancel' },
        compose: async () => ({ invoiceId, reason: words }),
      })
      return ended({ end: 'voided', code })
    }
    default:
      return opens satisfies never
  }
}
