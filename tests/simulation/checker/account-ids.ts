import { accountId } from '#data/account-id.ts'
import { PEOPLE } from '../world/simulation-fixture.ts'

/** The account id of each person. */
export const accountIds: ReadonlyMap<string, string> = new Map(
  await Promise.all(PEOPLE.map(async ({ id, companyId }) => [id, await accountId(companyId, id)] as const)),
)
