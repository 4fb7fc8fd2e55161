import { checkAccounts } from './accounts.ts'
import { checkAfterSale } from './after-sale.ts'
import { checkArrivals } from './arrivals.ts'
import { checkCarried } from './carried.ts'
import { checkConservation } from './conservation.ts'
import type { Evidence, Law, Violation } from './evidence.ts'
import { checkExpenses } from './expenses.ts'
import { checkFiles } from './files.ts'
import { checkFilesOnPhones } from './files-on-phones.ts'
import { checkLastWord } from './last-word.ts'
import { checkLocked } from './locked.ts'
import { checkNumbers } from './numbers.ts'
import { checkOrder } from './order.ts'
import { checkReceipts } from './receipts.ts'
import { checkReplicas } from './replicas.ts'
import { checkRequests } from './requests.ts'
import { checkRest } from './rest.ts'
import { checkRetryAfter } from './retry-after.ts'
import { checkScreens } from './screens.ts'
import { checkSums } from './sums.ts'
import { checkTries } from './tries.ts'

const LAWS: readonly Law[] = [
  ...[checkRest, checkConservation, checkReceipts, checkNumbers, checkArrivals],
  ...[checkSums, checkOrder, checkLastWord, checkTries, checkAfterSale, checkAccounts],
  ...[checkScreens, checkReplicas, checkRequests, checkRetryAfter, checkExpenses],
  ...[checkCarried, checkLocked],
  ...[checkFiles, checkFilesOnPhones],
]

/** The verdict on a run, from what happened and how everybody stands at its end. */
export function check(evidence: Evidence): Violation[] {
  return LAWS.flatMap((law) => [...law(evidence)])
}
