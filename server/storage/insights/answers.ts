import type { ReceivedAnswer } from '#domain/insights/answers.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Keeps an answer of a person, unless a later one about the same finding is known. */
export async function upsertAnswer(
  db: Db,
  { companyId }: CompanyScope,
  userId: string,
  { findingId, rule, answer, at }: ReceivedAnswer,
): Promise<void> {
  await db
    .insertInto('insight_answers')
    .values({ company_id: companyId, user_id: userId, finding_id: findingId, rule, answer, at })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id', 'finding_id'])
        .doUpdateSet({ rule, answer, at })
        .where('insight_answers.at', '<', at),
    )
    .execute()
}

/** The latest answers of a person, the newest first. */
export async function listAnswers(
  db: Db,
  { companyId }: CompanyScope,
  userId: string,
  limit: number,
): Promise<ReceivedAnswer[]> {
  const rows = await db
    .selectFrom('insight_answers')
    .select(['finding_id', 'rule', 'answer', 'at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ finding_id: findingId, rule, answer, at }) => ({
    ...{ findingId, rule, answer },
    at: parseMoment(at),
  }))
}
