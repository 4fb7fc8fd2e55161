import type { CompanySettings, ReceiptCodeRule } from '../settings/company-settings.ts'
import { oneLine } from '../text/one-line.ts'
import type { ReceiptCodeRefusal } from './expense-refusals.ts'

/** Pages of the authority that a receipt's QR code may lead to; other links are not receipts. */
const VERIFY_HOSTS: ReadonlySet<string> = new Set(['verify.tra.go.tz', 'virtual.tra.go.tz'])

/** The path under which the authority's test portal and the simulator show receipts. */
const SIMULATED_PATH = /^\/efdmsRctVerify\//i

const LINK = /^(?:(https?):\/\/)?([a-z0-9.-]+(?::\d{1,5})?)(\/(?:[^\s?#]*\/)?)([^\s/?#]+)$/i
const HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/
/**
 * Six characters of the device and its counter, as the authority prints it, and the time that its QR code appends.
 */
const TRA_CODE = /^([A-Z0-9]{6}\d{1,12})(?:_([01]\d|2[0-3])([0-5]\d)([0-5]\d))?$/
/** Our own number (`ownReceiptCode`). Without its hyphen one in thirty could be a code of the authority. */
const OWN_CODE = /^RST-[0-9A-F]{10}$/

/** A receipt code of the authority in stored form, without the time. */
export const TRA_RECEIPT_CODE = /^[A-Z0-9]{6}\d{1,12}$/

/** A receipt code in stored form, with the time of the receipt (`HH:MM:SS`) where a scanned code contains it. */
export type ReadReceiptCode = { readonly code: string; readonly time: string | undefined }

/** The parts of a text that is a link; `INV/17` is a code. */
function linkIn(typed: string): RegExpExecArray | undefined {
  const link = LINK.exec(typed)
  return link && (link[1] !== undefined || HOST.test((link[2] ?? '').toLowerCase())) ? link : undefined
}

/** Whether a code was entered as a link, which a person pastes. */
export function isReceiptLink(text: string): boolean {
  return linkIn(oneLine(text)) !== undefined
}

/** The path of a link after its host; `undefined` when the link is not one of the authority's receipts. */
function codeOfLink([, scheme, host = '', path = '', end = '']: RegExpExecArray, simulated: boolean) {
  if (VERIFY_HOSTS.has(host.toLowerCase())) return end
  return simulated && scheme !== undefined && SIMULATED_PATH.test(path) ? end : undefined
}

/**
 * Reads what was typed, pasted or scanned: capitals, without the authority's address and the time, so that a code
 * typed from the paper and the link of its QR code are the same receipt. `undefined` for any other link; where
 * receipts go to a simulated authority, `simulated` accepts its links too.
 */
export function readReceiptCode(text: string, simulated = false): ReadReceiptCode | undefined {
  const typed = oneLine(text)
  const link = linkIn(typed)
  const end = link ? codeOfLink(link, simulated) : typed
  if (end === undefined || (!link && /:\/\//.test(typed))) return undefined
  const code = end.toUpperCase()
  if (OWN_CODE.test(code)) return { code, time: undefined }
  const tra = TRA_CODE.exec(code.replace(/[\s-]/g, ''))
  if (!tra) return { code, time: undefined }
  const [, bare = code, hour, minute, second] = tra
  return { code: bare, time: hour === undefined ? undefined : `${hour}:${minute}:${second}` }
}

/**
 * Reads the content of a QR code: a receipt of the authority, or `undefined` for anything else (the code of a bottle,
 * a phone number, a link to a shop), after which the camera goes on scanning.
 */
export function readScannedReceipt(text: string, simulated = false): ReadReceiptCode | undefined {
  const read = readReceiptCode(text, simulated)
  return read && TRA_RECEIPT_CODE.test(read.code) ? read : undefined
}

/** Whether the authority can be asked for a receipt: it shows a receipt to anyone with its code and its time. */
export function canBeLookedUp({
  code,
  time,
}: {
  readonly code: string
  readonly time: string | undefined
}): boolean {
  return TRA_RECEIPT_CODE.test(code) && time !== undefined
}

const RULES: Readonly<Record<ReceiptCodeRule, { form: RegExp; code: ReceiptCodeRefusal }>> = {
  tra: { form: TRA_RECEIPT_CODE, code: 'EXPENSE_CODE_TRA' },
  alnum9: { form: /^[A-Z0-9]{9}$/, code: 'EXPENSE_CODE_ALNUM9' },
  digits9: { form: /^\d{9}$/, code: 'EXPENSE_CODE_DIGITS9' },
  free: { form: /^.{3,255}$/u, code: 'EXPENSE_CODE_FREE' },
}

/** Whether a code in stored form matches the company's rule (spec §5 gives several readings); the refusal if not. */
export function validateReceiptCode(code: string, rule: ReceiptCodeRule): ReceiptCodeRefusal | undefined {
  return RULES[rule].form.test(code) ? undefined : RULES[rule].code
}

type CodeSettings = Pick<CompanySettings, 'expenseReceiptCodeManual' | 'expenseReceiptCodeCodeEntry'>

/**
 * The same for a code that is saved. One that was typed by hand has the form for entry by hand. Where it is not known how it
 * was entered, which is not recorded and which a receipt without a time does not say (tanzania-facts §11.2), it may also
 * have the form for code entry, or be a scanned one of the authority. The refusal is that of the entry by hand.
 */
export function validateSavedCode(
  code: string,
  settings: CodeSettings,
  isTypedByHand = false,
): ReceiptCodeRefusal | undefined {
  const otherRules: readonly ReceiptCodeRule[] = isTypedByHand
    ? []
    : [settings.expenseReceiptCodeCodeEntry, 'tra']
  const isEntered = otherRules.some((rule) => validateReceiptCode(code, rule) === undefined)
  return isEntered ? undefined : validateReceiptCode(code, settings.expenseReceiptCodeManual)
}

/** A picture in which more letters of a code differ shows another receipt. */
const MOST_MISREAD = 2

/** Whether a code as it was read from the letters of a picture may be this one, with some letters taken for others. */
export function mayBeMisread(read: string, code: string): boolean {
  const wrong = read.split('').filter((letter, at) => letter !== code[at])
  return read.length === code.length && wrong.length <= MOST_MISREAD
}

/**
 * Our number for an expense without a receipt: every expense has a code (spec §5), but the wages of a helper or a
 * ride to the market have no paper. Derived from the expense's id, so it is the same on every device.
 */
export function ownReceiptCode(expenseId: string): string {
  return `RST-${expenseId.replaceAll('-', '').slice(-10).toUpperCase()}`
}

/** The code on the receipt of an expense, or our number for one that has none: one of the two is empty. */
export function splitReceiptCode({ id, receiptCode }: { readonly id: string; readonly receiptCode: string }) {
  return receiptCode === ownReceiptCode(id)
    ? { receiptCode: '', internalNumber: receiptCode }
    : { receiptCode, internalNumber: '' }
}
