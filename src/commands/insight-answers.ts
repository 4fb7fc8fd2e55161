import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import {
  type InsightAnswer,
  mergeAnswers,
  type ReceivedAnswer,
  withAnswer,
} from '#domain/insights/answers.ts'
import type { Finding } from '#domain/insights/finding.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import { type CommandDeps, type CommandResult, readAuthor } from '#sync/outbox/command-result.ts'
import { write } from '#sync/outbox/writer.ts'

/** Keeps what a person says about a finding, here at once and for the person's other phones; `null` takes it back. */
export function answerInsight(
  account: Account,
  deps: CommandDeps,
  { id, rule }: Pick<Finding, 'id' | 'rule'>,
  answer: InsightAnswer | null,
): Promise<CommandResult<null>> {
  return write(account, deps, async (tx) => {
    const author = await readAuthor(tx.db, 'insight.answer')
    if (!author.ok) return author
    const at = await tx.moment()
    await tx.enqueue('insight.answer', 'insights', { findingId: id, rule, answer, at })
    const known = (await findMeta(tx.db, 'insight-answers')) ?? {}
    await upsertMeta(tx.db, 'insight-answers', withAnswer(known, { id, rule }, answer, at))
    return ok(null)
  })
}

/** Takes in what the person said on other phones. */
export async function receiveAnswers(
  db: AccountDatabase,
  received: readonly ReceivedAnswer[],
): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const own = (await findMeta(db, 'insight-answers')) ?? {}
    const merged = mergeAnswers(own, received)
    if (merged !== own) await upsertMeta(db, 'insight-answers', merged)
  })
}
