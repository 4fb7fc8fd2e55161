/** Why a number or its PIN is refused at its registration. */
export const USSD_REFUSALS = ['USSD_PHONE', 'USSD_PIN_FORM', 'USSD_PIN_WEAK'] as const
export type UssdRefusal = (typeof USSD_REFUSALS)[number]
