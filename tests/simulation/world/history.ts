import type { LostRow } from './damage-storage.ts'

/** One event, as the checks read it: what was done and its outcome, never a log text. */
export type Recorded =
  | {
      readonly kind: 'command'
      readonly phone: string
      readonly account: string
      readonly command: string
      readonly outcome: string
      readonly invoiceId?: string
      readonly content?: string
      readonly expenseId?: string
      /** Of another record: the ordering key of what was saved. */
      readonly lane?: string
      /** Hashes of the files that were put to it. */
      readonly files?: readonly string[]
    }
  | {
      readonly kind: 'asked'
      readonly request: number
      readonly phone: string
      readonly account: string | null
      readonly tab: string
      readonly endpoint: string
      readonly body: string
      readonly bearer: string | null
    }
  | {
      readonly kind: 'answered'
      readonly request: number
      readonly outcome: string
      readonly retryAfterMs?: number
    }
  | { readonly kind: 'arrived'; readonly request: number; readonly process: string; readonly copy: number }
  | {
      readonly kind: 'stored'
      readonly phone: string
      /** The page or worker that wrote it. */
      readonly by: string
      readonly database: string
      readonly store: string
      readonly write: 'put' | 'delete'
      readonly value: unknown
    }
  | { readonly kind: 'authority'; readonly call: string; readonly process: string; readonly outcome: string }
  | { readonly kind: 'fault'; readonly what: string; readonly who: string }
  | {
      readonly kind: 'mailed'
      readonly process: string
      readonly mailId: string
      readonly companyId: string | null
    }
  /** What a program or a feature phone did about a sale, or read of it; `code` is of the receipt. */
  | {
      readonly kind: 'sold'
      readonly by: 'API' | 'USSD'
      readonly amount: number
      readonly what: 'asked' | 'acknowledged' | 'repeated' | 'resumed' | 'found' | 'refused'
      readonly code: string
    }
  /** A text message was handed to its provider. */
  | { readonly kind: 'texted'; readonly process: string; readonly smsId: string }
  /** A person chose a file; from here on this account may hold and send it. */
  | { readonly kind: 'chose'; readonly phone: string; readonly account: string; readonly sha256: string }
  /** A person opened a file: the hash of what they were shown, `null` when nothing was. */
  | {
      readonly kind: 'opened'
      readonly phone: string
      readonly account: string
      readonly sha256: string
      readonly shown: string | null
    }
  | { readonly kind: 'evicted'; readonly phone: string }
  | { readonly kind: 'copied'; readonly phone: string; readonly to: string }
  /** A waiting row of an outbox was spoiled, or was gone with its table; `row` is what it was. */
  | ({ readonly kind: 'damaged' | 'emptied'; readonly phone: string } & LostRow)
  | { readonly kind: 'unhandled'; readonly message: string }
  | { readonly kind: 'log'; readonly process: string; readonly event: string; readonly text: string }

export type HistoryEntry = Recorded & { readonly at: number }

/** Everything that happened in a run, in its order. */
export class History {
  readonly entries: HistoryEntry[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  add(recorded: Recorded): void {
    this.entries.push({ ...recorded, at: this.#now() })
  }
}
