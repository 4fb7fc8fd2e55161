/** Codes the tax authority's interface documents (0 to 8) and codes only this simulator knows (901 and up). */
export const ACK_MESSAGES = {
  0: 'Success',
  1: 'Invalid signature',
  3: 'Invalid TIN',
  4: 'VFD registration approval required',
  5: 'Unhandled exception',
  6: 'Invalid serial or serial not registered to this TIN',
  7: 'Invalid client header',
  8: 'Wrong certificate used',
  901: 'XSD Validation Failure',
  902: 'Duplicate receipt verification number',
  903: 'Global counter is not the next one',
  904: 'Date is older than that of the previous receipt',
  905: 'Date and time are in the future',
  906: 'Z number differs from the date',
  907: 'Daily counter is not the next one',
  908: 'Tax code unknown or not matching the VAT totals',
  909: 'Verification number is not receipt code and global counter',
  910: 'Receipt number differs from the global counter',
  911: 'TIN, registration or serial differ from those of the token',
  912: 'Customer identification not valid',
  913: 'Mobile number may hold digits only',
  914: 'Totals do not add up',
  915: 'Total is zero or negative',
  916: 'VFD is blocked',
  920: 'Day of the Z report is not over',
  921: 'Z report of this day was already received',
  922: 'Sums of the Z report differ',
  923: 'Gross total does not continue the previous Z report',
} as const

export type AckCode = keyof typeof ACK_MESSAGES

/** A refusal of the simulator: the code, what exactly was wrong, and a message to use instead of the usual one. */
export type Refusal = { code: number; detail: string; message: string | null }

export function refuse(code: AckCode, detail = ''): Refusal {
  return { code, detail, message: null }
}

/** A refusal with any code, as a fault of the control API orders it. */
export function refuseWithCode(injected: { code: number; message: string | null }): Refusal {
  return { code: injected.code, detail: '', message: injected.message }
}

export function messageOf(refusal: Refusal): string {
  const known = Object.entries(ACK_MESSAGES).find(([code]) => code === String(refusal.code))
  const text = refusal.message ?? known?.[1] ?? 'Refused'
  return refusal.detail === '' ? text : `${text}: ${refusal.detail}`
}
