import type { FileType } from '#domain/files/validate-file.ts'

/** At which moment of the day, on which phone. */
export type ActionContext = {
  readonly at: number
  readonly phone: number
  /** Which of the phone's tabs. */
  readonly slot: number
}

/** Writing an invoice: a fresh one, or the draft that `which` picks among those of this phone. */
export type InvoiceWrite = ActionContext & {
  readonly kind: 'save' | 'submit'
  readonly which: number
  readonly price: number
  readonly customer: number
  readonly product: number
  readonly fresh: boolean
}
/** Something about the invoice that `which` picks. */
export type InvoiceChange = ActionContext & {
  readonly kind: 'cancel' | 'take back' | 'repair' | 'credit' | 'mail'
  readonly which: number
}
/** Something about the refused work that `which` picks. */
export type RefusalResolution = ActionContext & {
  readonly kind: 'discard' | 'send again' | 'keep as draft'
  readonly which: number
}
export type CustomerWrite = ActionContext & {
  readonly kind: 'customer'
  readonly which: number
  readonly number: number
  readonly fresh: boolean
}
export type ProductWrite = ActionContext & {
  readonly kind: 'product'
  readonly which: number
  readonly price: number
  readonly fresh: boolean
}
/**
 * An expense is saved: a new one, or the pending one that `which` picks; `code` 3 and 4 are papers entered
 * twice.
 */
export type ExpenseWrite = ActionContext & {
  readonly kind: 'expense'
  /** -1: the one that was written last. */
  readonly which: number
  readonly price: number
  readonly code: number
  readonly fresh: boolean
}
/** An expense is marked as processed, or canceled: both are final. */
export type ExpenseStatusChange = ActionContext & {
  readonly kind: 'close expense'
  /** -1: the one that was written last. */
  readonly which: number
  readonly status: 'processed' | 'canceled'
}

/** What waits is sealed for another phone: shown to its camera, or saved as a file, which stays where others find it. */
export type TransferExport = ActionContext & { readonly kind: 'seal'; readonly by: 'codes' | 'file' }
/** Sealed work is taken over; `which` counts from what was sealed last. */
export type TransferImport = ActionContext & { readonly kind: 'take over'; readonly which: number }
/** What others of the company left on this very phone is taken over. */
export type LocalTransferImport = ActionContext & { readonly kind: 'take over here' }
/**
 * Hands the phone to the next person, or the same again. A user with a PIN is only locked, and unlocks with
 * it, at first wrongly.
 */
export type AccountSwitch = ActionContext & {
  readonly kind: 'hand on'
  readonly person: number
  readonly afterMs: number
  readonly wrong: number
}
/** A photo or PDF of a paper. The same word gives the same content on every phone. */
export type PlannedFile = {
  readonly word: string
  /** In bytes. */
  readonly size: number
  readonly type: FileType
}
/** Files are put to an expense: a new one, or the pending one that `which` picks. */
export type FileAttachment = ActionContext & {
  readonly kind: 'attach files'
  readonly which: number
  readonly price: number
  readonly fresh: boolean
  readonly files: readonly PlannedFile[]
}
/** The first file of the expense that `which` picks among those with files is taken off. */
export type FileRemoval = ActionContext & { readonly kind: 'take file off'; readonly which: number }
/** A file is opened: one of the own expenses, or one by a hash that leaked from another user's phone. */
export type FileOpen = ActionContext & {
  readonly kind: 'open file'
  readonly which: number
  readonly foreign: PlannedFile | null
}

/** What a person does. */
export type UserAction =
  | InvoiceWrite
  | InvoiceChange
  | RefusalResolution
  | CustomerWrite
  | ProductWrite
  | ExpenseWrite
  | ExpenseStatusChange
  | TransferExport
  | TransferImport
  | LocalTransferImport
  | AccountSwitch
  | (ActionContext & { readonly kind: 'set pin' })
  | FileAttachment
  | FileRemoval
  | FileOpen
  | (ActionContext & {
      readonly kind: 'submit twice'
      readonly which: number
      readonly price: number
      readonly apartMs: number
    })
  | (ActionContext & { readonly kind: 'log in'; readonly person: number })
  /** The next person takes over the phone. */
  | (ActionContext & { readonly kind: 'shift'; readonly person: number; readonly afterMs: number })
  | (ActionContext & { readonly kind: 'log out' | 'open' | 'focus' | 'send now' })

/** What goes wrong. A span ends by itself. */
export type Fault = { readonly at: number } & (
  | {
      readonly kind: 'line'
      readonly phone: number
      readonly state: 'offline' | 'black hole' | 'portal'
      readonly forMs: number
    }
  | {
      readonly kind: 'noise'
      readonly phone: number
      readonly loss: number
      readonly replay: number
      readonly spoil: number
      readonly proxyErrors: number
      readonly refusals: number
      readonly delayMs: number
      readonly forMs: number
    }
  /** What the server says of its records is late, while what it answers to a push is not. */
  | { readonly kind: 'slow pulls'; readonly phone: number; readonly delayMs: number; readonly forMs: number }
  | { readonly kind: 'kill tab'; readonly phone: number; readonly slot: number; readonly backAfterMs: number }
  | { readonly kind: 'freeze tab'; readonly phone: number; readonly slot: number; readonly forMs: number }
  /** A hidden page: its timers run once a minute. */
  | { readonly kind: 'slow timers'; readonly phone: number; readonly slot: number; readonly forMs: number }
  /** The browser drops everything, while nothing is unsent. */
  | { readonly kind: 'evict'; readonly phone: number }
  | { readonly kind: 'phone clock'; readonly phone: number; readonly offsetMs: number }
  | {
      readonly kind: 'storage'
      readonly phone: number
      readonly fate: 'full' | 'lost' | 'open hangs' | 'die'
      readonly times: number
      readonly afterUses: number
    }
  | {
      readonly kind: 'server'
      readonly process: number
      readonly fate: 'die-before' | 'die-after' | 'cut-before' | 'cut-after' | 'serialization'
      readonly afterQueries: number
      readonly downMs: number
    }
  | { readonly kind: 'slow queries'; readonly chance: number; readonly forMs: number }
  | { readonly kind: 'server clock'; readonly offsetMs: number; readonly forMs: number }
  | {
      readonly kind: 'authority'
      readonly company: number
      readonly fault:
        | 'drop-before'
        | 'drop-answer'
        | 'status'
        | 'html'
        | 'code'
        | 'lost'
        | 'delayed'
        | 'empty-ackcode'
      readonly code: number
      readonly times: number
      readonly afterProcessing: boolean
    }
  | {
      readonly kind: 'authority line'
      readonly loss: number
      readonly replay: number
      readonly forMs: number
    }
  | { readonly kind: 'block'; readonly company: number; readonly forMs: number }
  | { readonly kind: 'expire tokens'; readonly company: number }
)

export type PhonePlan = {
  readonly person: number
  readonly tabs: number
  readonly hasLocks: boolean
  readonly hasWorker: boolean
}

/** A whole run before it happens. The same plan with the same seed is the same history. */
export type Plan = {
  readonly seed: number
  readonly startsAt: number
  readonly lengthMs: number
  readonly phones: readonly PhonePlan[]
  readonly processes: number
  readonly strictAuthority: boolean
  /**
   * After this long the server treats a bearer as expired, independent of its own expiry; `null` for its own
   * expiry.
   */
  readonly tokenLifeMs: number | null
  /** In the evening, receipts that the authority refused stay unrepaired. */
  readonly leavesParked?: boolean
  readonly doings: readonly UserAction[]
  readonly faults: readonly Fault[]
}
