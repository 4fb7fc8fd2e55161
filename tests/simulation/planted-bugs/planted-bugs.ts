import type { SimulationFixture } from '../world/simulation-fixture.ts'
import { DOOR_BUGS } from './door-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'

const NUMBERING = 'number-outside-transaction'
const ACCOUNT = 'answer-to-wrong-account'
const DAMAGED = 'damaged-rows-trusted'

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'delete-before-send',
    foundBy: 1,
    replaces: [
      { module: 'src/sync/outbox/push-batch.ts', by: 'delete-before-send.ts', exports: ['pushBatch'] },
    ],
  },
  {
    name: NUMBERING,
    foundBy: 3,
    replaces: [
      {
        module: 'server/services/invoices/submit-invoice.ts',
        by: `${NUMBERING}/submit-invoice.ts`,
        exports: ['submitInvoice'],
      },
      {
        module: 'server/services/sync/submit-batched.ts',
        by: `${NUMBERING}/submit-batched.ts`,
        exports: ['submitBatched'],
      },
      {
        module: 'server/storage/fiscal/identities.ts',
        by: `${NUMBERING}/identities.ts`,
        exports: ['lockCompanyIdentity', 'updateCounter'],
      },
    ],
  },
  {
    name: 'cursor-by-sequence',
    foundBy: 2,
    replaces: [
      {
        module: 'server/storage/sync/changes.ts',
        by: 'cursor-by-sequence.ts',
        exports: ['upsertChanges', 'getLastChangeId'],
      },
    ],
    sql: 'create sequence if not exists planted_changes',
  },
  {
    name: 'retry-with-new-key',
    foundBy: 1,
    replaces: [
      { module: 'src/sync/outbox/after-attempt.ts', by: 'retry-with-new-key.ts', exports: ['afterAttempt'] },
    ],
  },
  {
    name: ACCOUNT,
    foundBy: 3,
    replaces: [
      { module: 'src/session/account.ts', by: `${ACCOUNT}/account.ts`, exports: ['openAccount'] },
      { module: 'src/sync/inbox/apply-page.ts', by: `${ACCOUNT}/apply-page.ts`, exports: ['applyPage'] },
    ],
  },
  {
    name: 'count-after-enqueue',
    foundBy: 1,
    replaces: [
      { module: 'src/data/outbox-entries.ts', by: 'count-after-enqueue.ts', exports: ['insertEntry'] },
    ],
  },
  {
    name: 'late-answer-twice',
    foundBy: 9,
    replaces: [
      { module: 'src/sync/outbox/push-batch.ts', by: 'late-answer-twice.ts', exports: ['pushBatch'] },
    ],
  },
  {
    name: 'lower-revision-wins',
    foundBy: 117,
    replaces: [
      { module: 'src/data/apply-record.ts', by: 'lower-revision-wins.ts', exports: ['applyRecords'] },
    ],
  },
  {
    name: 'resend-rebuilt',
    foundBy: 3,
    replaces: [
      { module: 'server/services/fiscal/delivery-deps.ts', by: 'resend-rebuilt.ts', exports: ['documentOf'] },
    ],
  },
  {
    name: 'day-of-utc',
    foundBy: 'a day of its own',
    replaces: [
      {
        module: 'src/domain/fiscal/fiscal-numbers.ts',
        by: 'day-of-utc.ts',
        exports: ['allocateFiscalNumbers'],
      },
    ],
  },
  {
    name: 'closed-expense-reopened',
    foundBy: 15,
    replaces: [
      {
        module: 'src/domain/expenses/change-status.ts',
        by: 'closed-expense-reopened.ts',
        exports: ['mayChange'],
      },
    ],
  },
  {
    name: 'carried-under-new-ids',
    foundBy: 27,
    replaces: [
      {
        module: 'src/sync/transfer/import-unsent.ts',
        by: 'carried-under-new-ids.ts',
        exports: ['importUnsent'],
      },
    ],
  },
  {
    name: 'carried-in-takers-name',
    foundBy: 27,
    replaces: [
      {
        module: 'src/sync/transfer/import-unsent.ts',
        by: 'carried-in-takers-name.ts',
        exports: ['importUnsent'],
      },
    ],
  },
  {
    name: 'sent-again-last',
    foundBy: 4,
    replaces: [
      { module: 'src/sync/outbox/enqueue.ts', by: 'sent-again-last.ts', exports: ['replaceRefused'] },
    ],
  },
  {
    name: 'each-try-for-itself',
    foundBy: 119,
    replaces: [
      { module: 'src/sync/outbox/attempt-id.ts', by: 'each-try-for-itself.ts', exports: ['nextAttemptId'] },
    ],
  },
  {
    name: 'lock-leaves-tokens',
    foundBy: 2,
    replaces: [
      { module: 'src/session/lock-account.ts', by: 'lock-leaves-tokens.ts', exports: ['lockAccount'] },
    ],
  },
  {
    name: 'retry-after-shortened',
    foundBy: 3,
    replaces: [
      {
        module: 'src/sync/connection/retry-delay.ts',
        by: 'retry-after-shortened.ts',
        exports: ['requestedDelay'],
      },
    ],
  },
  {
    name: 'file-before-sale',
    foundBy: 'a day of its own',
    replaces: [
      { module: 'src/sync/attachments/send-files.ts', by: 'file-before-sale.ts', exports: ['sendFiles'] },
    ],
  },
  {
    name: 'file-forgotten-too-soon',
    foundBy: 2,
    replaces: [{ module: 'src/data/files.ts', by: 'file-forgotten-too-soon.ts', exports: ['updateFile'] }],
  },
  {
    name: 'answers-unproven',
    foundBy: 'a day of its own',
    replaces: [{ module: 'src/api/is-own-answer.ts', by: 'answers-unproven.ts', exports: ['isOwnAnswer'] }],
  },
  {
    name: DAMAGED,
    foundBy: 30,
    replaces: [
      {
        module: 'src/sync/outbox/quarantine-damaged.ts',
        by: `${DAMAGED}/quarantine-damaged.ts`,
        exports: ['quarantineDamaged', 'quarantineDamagedWork'],
      },
      {
        module: 'src/sync/outbox/quarantine-entries.ts',
        by: `${DAMAGED}/quarantine-entries.ts`,
        exports: ['partitionEntries'],
      },
    ],
  },
  {
    name: 'spoiled-text-sent',
    foundBy: 18,
    replaces: [
      {
        module: 'src/sync/outbox/quarantine-entries.ts',
        by: 'spoiled-text-sent.ts',
        exports: ['listUnsendable'],
      },
    ],
  },
  {
    name: 'lost-work-untold',
    foundBy: 25,
    replaces: [
      { module: 'src/sync/requeue-lost-work.ts', by: 'lost-work-untold.ts', exports: ['requeueLostWork'] },
    ],
  },
  {
    name: 'payments-not-added',
    foundBy: 136,
    replaces: [
      { module: 'src/domain/collections/owed.ts', by: 'payments-not-added.ts', exports: ['stillOwed'] },
    ],
  },
  {
    name: 'fork-unnoticed',
    foundBy: 47,
    replaces: [
      { module: 'server/services/sync/note-fork.ts', by: 'fork-unnoticed.ts', exports: ['noteFork'] },
    ],
  },
  {
    name: 'roll-back-unnoticed',
    foundBy: 52,
    replaces: [
      {
        module: 'server/services/recovery/notice-rollback.ts',
        by: 'roll-back-unnoticed.ts',
        exports: ['noticeRollback'],
      },
    ],
  },
  {
    name: 'booked-without-look-up',
    foundBy: 6,
    replaces: [
      {
        module: 'server/services/accounting/run-step.ts',
        by: 'booked-without-look-up.ts',
        exports: ['runStep'],
      },
    ],
  },
  {
    name: 'vendor-twice',
    foundBy: 38,
    replaces: [
      {
        module: 'server/storage/catalogue/vendors.ts',
        by: 'vendor-twice.ts',
        exports: ['listVendorsByNumbers'],
      },
    ],
  },
  {
    name: 'import-row-lost',
    foundBy: 13,
    replaces: [
      {
        module: 'server/services/operations/import-rows.ts',
        by: 'import-row-lost.ts',
        exports: ['importRows'],
      },
    ],
  },
  ...DOOR_BUGS,
]

/** What a planted bug needs of the database. */
export async function prepareFixture(name: string, fixture: SimulationFixture): Promise<void> {
  const sql = PLANTED_BUGS.find((bug) => bug.name === name)?.sql
  if (sql !== undefined) await fixture.raw.monitor.query(sql)
}
