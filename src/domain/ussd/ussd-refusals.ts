/** Why a number or its PIN is refused at its registration, and the code of a company in its settings. */
export const USSD_REFUSALS = ['USSD_PHONE', 'USSD_PIN_FORM', 'USSD_PIN_WEAK', 'USSD_DIAL_CODE'] as const
export type UssdRefusal = (typeof USSD_REFUSALS)[number]
