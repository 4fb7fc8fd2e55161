import type { Cents } from '../money/cents.ts'
import { MAX_SCREEN, shortGsm } from './gsm-text.ts'
import { shillings } from './ussd-screens.ts'
import type { UssdLanguage } from './ussd-state.ts'

/** Why a number gets an SMS: its sale was issued, was not accepted, or its PIN is locked. */
export const USSD_SMS_KINDS = ['issued', 'refused', 'pin-locked'] as const

export type UssdSms =
  | {
      readonly kind: 'issued'
      readonly company: string
      readonly code: string
      readonly total: Cents
      /** `21-11-2026`. */
      readonly day: string
      readonly verifyUrl: string
    }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'pin-locked'; readonly number: string }

const COMPANY = 20
const CODE = 18

/** The text of an SMS: at most 160 characters of the GSM alphabet, so that it is one message. */
export function ussdSmsText(sms: UssdSms, language: UssdLanguage): string {
  const sw = language === 'sw'
  switch (sms.kind) {
    case 'issued': {
      const receipt = `${shortGsm(sms.company, COMPANY)}: ${sw ? 'risiti' : 'receipt'} ${shortGsm(sms.code, CODE)}, Tsh ${shillings(sms.total)}, ${sms.day}.`
      const link = `${receipt} ${sw ? 'Hakiki' : 'Check'}: ${sms.verifyUrl}`
      // A second message would cost as much again, and half a link opens nothing.
      return link.length <= MAX_SCREEN ? link : receipt
    }
    case 'refused': {
      const code = shortGsm(sms.code, CODE)
      return sw
        ? `Risiti ${code} haijakubaliwa na TRA. Fungua Risiti kuona sababu. Usirudie mauzo haya.`
        : `Receipt ${code} is not accepted by TRA yet. Open Risiti to see why. Do not repeat this sale.`
    }
    case 'pin-locked':
      return sw
        ? `Risiti: PIN ya USSD ya ${sms.number} imefungwa baada ya majaribio matatu. Kama si wewe, ondoa namba: Wasifu > Namba za USSD.`
        : `Risiti: the USSD PIN of ${sms.number} is locked after three wrong tries. If it was not you, end it in Profile > Numbers for USSD.`
    default:
      return sms satisfies never
  }
}
