import type { FileType } from '#domain/files/validate-file.ts'
import type { SimulatorFault } from '#server/simulators/accounting/faults.ts'
import type { NetworkConditions } from '../world/network-conditions.ts'

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
/** Goods come in, or the shelf is counted, for the product that `which` picks. */
export type StockWrite = ActionContext & {
  readonly kind: 'stock'
  readonly which: number
  readonly price: number
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
/** A customer pays for the invoice that `which` picks: so many tenths of what is owed, from 11 on more than that. */
export type CollectionWrite = ActionContext & {
  readonly kind: 'collect'
  readonly which: number
  readonly tenths: number
}
/** A payment entered by mistake is canceled. */
export type CollectionCancel = ActionContext & { readonly kind: 'cancel payment'; readonly which: number }
/** A vendor is saved: a new one, or the one that `which` picks; few numbers, so that two phones enter one vendor. */
export type VendorWrite = ActionContext & {
  readonly kind: 'vendor'
  readonly which: number
  readonly number: number
  readonly fresh: boolean
}

/** A file of new customers is imported, in one chunk; the same `series` gives the same rows on every phone. */
export type CustomerImport = ActionContext & {
  readonly kind: 'import'
  readonly series: number
  readonly rows: number
}
/** Another record of a customer or a vendor is merged into the one that `which` picks. */
export type RecordMerge = ActionContext & {
  readonly kind: 'merge customer' | 'merge vendor'
  readonly which: number
  readonly other: number
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
  | StockWrite
  | ExpenseWrite
  | ExpenseStatusChange
  | CollectionWrite
  | CollectionCancel
  | VendorWrite
  | CustomerImport
  | RecordMerge
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

/** Tables that a phone may lose. */
export type EmptiedStore = 'outbox' | 'invoices'

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
  /** A cache on the line gives answers of another phone, of another request, or from before. */
  | {
      readonly kind: 'foreign answers'
      readonly phone: number
      readonly chance: number
      readonly forMs: number
    }
  /** A waiting row of the outbox rots on the disk; `how` counts in `ROW_DAMAGES`. */
  | { readonly kind: 'damage row'; readonly phone: number; readonly which: number; readonly how: number }
  /** Tables lose all their rows, and the app is started again. */
  | { readonly kind: 'empty stores'; readonly phone: number; readonly stores: readonly EmptiedStore[] }
  /** The whole storage of a phone is copied to another one, which has nothing unsent: from there on two are one. */
  | { readonly kind: 'copy phone'; readonly phone: number; readonly to: number }
  /** What the server has now is put back some time later, without a word. */
  | { readonly kind: 'roll back'; readonly afterMs: number }
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
  /** The next requests to the accounting service, or the next that write, meet a fault. */
  | {
      readonly kind: 'books'
      readonly fault: SimulatorFault['kind']
      readonly times: number
      readonly seconds: number
      readonly writes: boolean
    }
  /** The access tokens of the accounting service are over. */
  | { readonly kind: 'books tokens' }
)

export type PhonePlan = {
  readonly person: number
  readonly tabs: number
  readonly hasLocks: boolean
  readonly hasWorker: boolean
}

/** What is sold without the app, in the first shop and in the name of its owner. No two sales of a day come to the same. */
export type DoorSale = {
  readonly at: number
  /** Whole shillings. */
  readonly amount: number
  /** Every write is sent twice at once: by two threads of the program, by the gateway. */
  readonly again: boolean
} & (
  | { readonly by: 'API' /** The program gives a reference of its own. */; readonly named: boolean }
  | {
      readonly by: 'USSD' /** The first call ends after so many answers. */
      readonly hangsUpAfter: number | null
    }
)
/** A program and a feature phone: their sales, and the line of both to the server. */
export type DoorDay = {
  readonly line: Pick<NetworkConditions, 'loss' | 'replay' | 'proxyErrors' | 'delayMs'>
  readonly sales: readonly DoorSale[]
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
  readonly doors?: DoorDay
  /** The first company has books in an accounting service. */
  readonly books?: boolean
  readonly doings: readonly UserAction[]
  readonly faults: readonly Fault[]
}
