import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { OperationBody } from '#contract/operations.ts'
import { MOST_ANSWERS } from '#domain/insights/answers.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { listAnswers, upsertAnswer } from '../../storage/insights/answers.ts'
import { requireRight, type ServiceContext } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { companyChange } from '../operations/feed-changes.ts'
import { insightScope } from './ai-allowance.ts'

/** Keeps what the author of the operation said about a finding: the latest answer counts, in whatever order they arrive. */
export async function answerInsight(
  { context, tx, scope }: Execution,
  body: OperationBody<'insight.answer'>,
): Promise<Executed> {
  requireRight(context, 'insight.word', scope)
  await upsertAnswer(tx, scope, context.actor.userId, body)
  // Nothing of the company changed, but an answer names a place in the feed.
  return {
    change: companyChange(await getCompanyRecord(tx, scope)),
    changed: [{ t: 'company', id: scope.companyId }],
  }
}

/** What the person said about findings on any phone. */
export async function readAnswers(context: ServiceContext): Promise<EndpointAnswer<'insights.answers'>> {
  const scope = insightScope(context)
  return { answers: await listAnswers(context.db, scope, context.actor.userId, MOST_ANSWERS) }
}
