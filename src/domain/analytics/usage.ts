import type { Cents } from '../money/cents.ts'
import type { UserType } from '../users/user.ts'
import { limitCurrency, limitNumber, limitText } from './limits.ts'

/**
 * The events of usage statistics. They hold no names, no numbers of people or companies, and not what was sold or
 * bought.
 */
export type UsageEvent =
  | {
      readonly name: 'invoice_created'
      readonly total: Cents
      readonly currency: string
      readonly items: number
      readonly ways: readonly string[]
      readonly online: boolean
    }
  | { readonly name: 'customer_created' }
  | { readonly name: 'product_created' }
  | { readonly name: 'expense_created_manual' | 'expense_created_code' | 'expense_created_qr' }

/** The user in statistics (spec §7). */
export type UsageOwner = {
  readonly userType: UserType
  /** The id of the company, never its name or TIN. */
  readonly company: string
  readonly language: string
}

/** An event as sent, within all limits. */
export type SentEvent = {
  readonly name: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Converts an event to the form that is sent. Money in whole units of its currency. */
export function sentEvent(event: UsageEvent): SentEvent {
  switch (event.name) {
    case 'invoice_created':
      return {
        name: event.name,
        params: {
          value: limitNumber(event.total / 100),
          currency: limitCurrency(event.currency),
          items: limitNumber(event.items),
          payment_types: limitText([...event.ways].sort().join(' ')),
          connection: event.online ? 'online' : 'offline',
        },
      }
    case 'customer_created':
    case 'product_created':
    case 'expense_created_manual':
    case 'expense_created_code':
    case 'expense_created_qr':
      return { name: event.name, params: {} }
  }
}

/** The properties of the user that are sent: user type, company and language (spec §7). */
export function sentOwner({ userType, company, language }: UsageOwner): Readonly<Record<string, string>> {
  return {
    user_type: limitText(userType),
    company: limitText(company),
    language: limitText(language),
  }
}
