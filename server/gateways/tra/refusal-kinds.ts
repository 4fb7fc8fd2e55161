/**
 * What a refusal asks of the queue.
 *
 * `stop`: nothing of this device is sent until a person has removed the cause. `hold`: try again, but only
 * after hours. `retry`: back off and send the same bytes again. `park`: leave this document for a person,
 * keep its number, and send the later ones.
 */
export type RefusalKind = 'stop' | 'hold' | 'retry' | 'park'

type Refusal = { readonly kind: RefusalKind; readonly reason: string }

/** ACKCODE of an answer body, as the TRA guide and public clients document them. 0 is success. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  '1': {
    kind: 'stop',
    reason: 'Invalid signature: wrong key, or a document that is not in the demanded form.',
  },
  '2': { kind: 'park', reason: 'Never documented by the authority.' },
  '3': { kind: 'stop', reason: 'Invalid TIN: it is written with dashes or is not this taxpayer’s.' },
  '4': { kind: 'hold', reason: 'The authority has not approved this device yet.' },
  '5': { kind: 'retry', reason: 'The authority’s system failed while handling the document.' },
  '6': { kind: 'stop', reason: 'The device serial is invalid or not registered to this TIN.' },
  '7': { kind: 'stop', reason: 'Invalid client header: this program says who it is in the wrong words.' },
  '8': { kind: 'stop', reason: 'The certificate is not the one of this device.' },
}

/**
 * Codes for single documents (form, duplicate, date) are not public, so a code that is not in the table parks
 * the document.
 */
const UNDOCUMENTED: Refusal = { kind: 'park', reason: 'A refusal the authority has not documented.' }

/** Whether the authority has said in public what a code means. */
export function isDocumented(code: string): boolean {
  return Object.hasOwn(REFUSALS, code)
}

/** How to react to a non-zero ACKCODE, and why. */
export function classifyRefusal(code: string): Refusal {
  return Object.hasOwn(REFUSALS, code) ? (REFUSALS[code] ?? UNDOCUMENTED) : UNDOCUMENTED
}
