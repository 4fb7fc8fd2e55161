import { decodeReferences } from './read-answer.ts'
import { NOT_REGISTERED } from './z-document.ts'

/** What a signed Z report says beside the figures of its day. */
export type SignedZReport = {
  /** `vrn` is empty when the device was not registered for VAT. */
  readonly device: {
    readonly serial: string
    readonly regId: string
    readonly taxOffice: string
    readonly vrn: string
  }
  readonly ticketsVoid: number
}

/**
 * Reads a Z report that `zReportElement` wrote and this server signed: a registration that was renewed since does not
 * change what was reported. Every text in it is escaped, so the names of the elements are enough. Throws when a part is
 * missing: such a document was never signed here.
 */
export function readZDocument(signedBytes: string): SignedZReport {
  const one = (name: string) => {
    const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(signedBytes)?.[1]
    if (text === undefined) throw unreadable(name)
    return decodeReferences(text)
  }
  const vrn = one('VRN')
  const ticketsVoid = Number(one('TICKETSVOID'))
  if (!Number.isSafeInteger(ticketsVoid)) throw unreadable('TICKETSVOID')
  return {
    device: {
      serial: one('EFDSERIAL'),
      regId: one('REGID'),
      taxOffice: one('TAXOFFICE'),
      vrn: vrn === NOT_REGISTERED ? '' : vrn,
    },
    ticketsVoid,
  }
}

function unreadable(name: string): Error {
  return new Error(`a signed Z report has no readable ${name}`)
}
