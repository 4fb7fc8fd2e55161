import type { RequestFaults } from './faults.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import type { Elements } from './signed-answer.ts'
import type { SimulatorContext } from './simulator-context.ts'
import { answerServerError, type SimAnswer, type SimRequest } from './simulator-http.ts'

/** An acknowledgement that is still to be signed: the inner element and its parts. */
export type Acknowledgement = { tag: string; parts: Elements }

/** What a handler decided. Nothing changes until its entries are recorded, which happens before the answer. */
export type Outcome = {
  reply: SimAnswer | Acknowledgement
  entries: LedgerEntry[]
  certkey: string | null
  /** What the message was about: RCTVNUM, ZNUMBER or CERTKEY. */
  subject: string | null
  ackCode: number | null
  detail: string | null
  contentSha256: string | null
}

/** Decides synchronously, so that two requests can never both take the same number. */
export type Handler = (context: SimulatorContext, request: SimRequest, faults: RequestFaults) => Outcome

export function outcome(reply: Outcome['reply'], rest: Partial<Outcome> = {}): Outcome {
  return {
    reply,
    entries: [],
    certkey: null,
    subject: null,
    ackCode: null,
    detail: null,
    contentSha256: null,
    ...rest,
  }
}

export function httpRefusal(status: number, message: string, rest: Partial<Outcome> = {}): Outcome {
  return outcome(answerServerError(status, message), { ...rest, detail: message })
}
