import type { SimulationFixture } from '../world/simulation-fixture.ts'

/**
 * Mistakes that a team might make, each planted by replacing modules of the product while a run loads them.
 * The product contains none of them; a check that finds none of them would be worthless.
 */
export type PlantedBug = {
  readonly name: string
  /** Modules of the product, the file that replaces each, and the exports it replaces. */
  readonly replaces: readonly {
    readonly module: string
    readonly by: string
    readonly exports: readonly string[]
  }[]
  readonly sql?: string
  /**
   * What finds it and is looked at first; only when it no longer does, the search begins at seed 1. A day of its own is a
   * small plan in `days/`, for a mistake that keeps the phones of every drawn day busy until time is up.
   */
  readonly foundBy: number | 'a day of its own'
}

const NUMBERING = 'number-outside-transaction'
const ACCOUNT = 'answer-to-wrong-account'

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
    foundBy: 33,
    replaces: [
      { module: 'src/sync/attachments/send-files.ts', by: 'file-before-sale.ts', exports: ['sendFiles'] },
    ],
  },
  {
    name: 'file-forgotten-too-soon',
    foundBy: 2,
    replaces: [{ module: 'src/data/files.ts', by: 'file-forgotten-too-soon.ts', exports: ['updateFile'] }],
  },
]

/** What a planted bug needs of the database. */
export async function prepareFixture(name: string, fixture: SimulationFixture): Promise<void> {
  const sql = PLANTED_BUGS.find((bug) => bug.name === name)?.sql
  if (sql !== undefined) await fixture.raw.monitor.query(sql)
}
