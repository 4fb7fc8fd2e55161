import { checkAccounts } from './accounts.ts'
import { checkAfterSale } from './after-sale.ts'
import { checkArrivals } from './arrivals.ts'
import { checkAttempts } from './attempts.ts'
import { checkBookkeeping } from './bookkeeping.ts'
import { checkBooks } from './books.ts'
import { checkCatalogue } from './catalogue.ts'
import { checkConservation } from './conservation.ts'
import { checkCopiedPhones } from './copied-phones.ts'
import { checkDoors } from './doors.ts'
import { checkExpenses } from './expenses.ts'
import { checkFiles } from './files.ts'
import { checkFilesOnPhones } from './files-on-phones.ts'
import { checkLastWrite } from './last-write.ts'
import { checkLocked } from './locked.ts'
import { checkLostWork } from './lost-work.ts'
import { checkNumbers } from './numbers.ts'
import { checkOrder } from './order.ts'
import { checkReceipts } from './receipts.ts'
import { checkReplicas } from './replicas.ts'
import { checkRequests } from './requests.ts'
import { checkRetryAfter } from './retry-after.ts'
import { checkRolledBack } from './rolled-back.ts'
import type { Invariant, RunEvidence, Violation } from './run-evidence.ts'
import { checkScreens } from './screens.ts'
import { checkSettled } from './settled.ts'
import { checkSums } from './sums.ts'
import { checkTransferred } from './transferred.ts'

const INVARIANTS: readonly Invariant[] = [
  ...[checkSettled, checkConservation, checkReceipts, checkNumbers, checkArrivals],
  ...[checkSums, checkOrder, checkLastWrite, checkAttempts, checkAfterSale, checkAccounts],
  ...[checkScreens, checkReplicas, checkRequests, checkRetryAfter, checkExpenses],
  ...[checkTransferred, checkLocked, checkBookkeeping, checkCatalogue, checkLostWork, checkCopiedPhones],
  ...[checkFiles, checkFilesOnPhones, checkDoors, checkBooks],
]

/** What holds for a server that lost the end of its own ledger; all others compare with that ledger. */
const AFTER_ROLL_BACK: readonly Invariant[] = [
  ...[checkSettled, checkRolledBack, checkNumbers, checkAccounts, checkReplicas],
]

/** Checks a run against all invariants, from its history and its final state. */
export function check(evidence: RunEvidence): Violation[] {
  const laws = evidence.plan.faults.some(({ kind }) => kind === 'roll back') ? AFTER_ROLL_BACK : INVARIANTS
  return laws.flatMap((law) => [...law(evidence)])
}
