import type { TraOutcome } from '../../gateways/tra/gateway.ts'
import { classifyRefusal } from '../../gateways/tra/refusal-kinds.ts'
import type { StopCommand } from '../../gateways/tra/send-with-token.ts'

/** What an attempt means for the document and its device, before anything is looked up. */
export type DeliveryDecision =
  | { readonly kind: 'taken' }
  /**
   * Nothing of the device is sent until a person has removed the cause. `code` is null when it is not the
   * document's.
   */
  | { readonly kind: 'stop'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'command'; readonly command: 8 | 18; readonly message: string }
  /** Refused for now: hours for an approval that is due. */
  | { readonly kind: 'hold'; readonly code: string; readonly message: string }
  /** Unknown whether it arrived: the same bytes are sent again after a pause. */
  | {
      readonly kind: 'unknown'
      readonly code: string | null
      readonly message: string
      readonly retryAfterMs: number
    }
  /** Surely not taken, but worth another attempt: no token could be had. */
  | { readonly kind: 'later'; readonly message: string; readonly retryAfterMs: number }
  /** The document itself is refused: a person has to decide. */
  | { readonly kind: 'parked'; readonly code: string; readonly message: string }

/**
 * Classifies the outcome of sending one document. `sent` is whether it left at all: without a token it did
 * not, so its state is known. What each code asks for comes from field practice and the TRA guide's table.
 */
export function classifyDelivery<T>(outcome: TraOutcome<T> | StopCommand, sent: boolean): DeliveryDecision {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'taken' }
    case 'commanded':
      return { kind: 'command', command: outcome.command, message: outcome.message }
    case 'misconfigured':
      return { kind: 'stop', code: null, message: `${outcome.code}: ${outcome.message}` }
    case 'unauthorized':
      return { kind: 'later', message: 'the authority does not take a fresh token', retryAfterMs: 30_000 }
    case 'unknown': {
      const retryAfterMs = outcome.retryAfterMs ?? 0
      return sent
        ? { kind: 'unknown', code: null, message: outcome.message, retryAfterMs }
        : { kind: 'later', message: outcome.message, retryAfterMs }
    }
    case 'refused':
      return classifyDocumentRefusal(outcome.code, outcome.message)
  }
}

function classifyDocumentRefusal(code: string, message: string): DeliveryDecision {
  switch (classifyRefusal(code).kind) {
    case 'stop':
      return { kind: 'stop', code, message }
    case 'hold':
      return { kind: 'hold', code, message }
    case 'retry':
      return { kind: 'unknown', code, message, retryAfterMs: 0 }
    case 'park':
      return { kind: 'parked', code, message }
  }
}
