import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { visibleUsers } from '#domain/permissions/manage-users.ts'
import { listUsers } from '../../storage/accounts/managed-users.ts'
import type { ServiceContext } from '../context.ts'
import { pageQuery } from '../page-query.ts'

/** One page of the accounts that the caller may see (spec §6). */
export async function readUsers(
  context: ServiceContext,
  input: EndpointRequest<'users.list'>,
): Promise<EndpointAnswer<'users.list'>> {
  const { userType, companyId } = input
  return await listUsers(context.db, visibleUsers(context.actor), {
    ...pageQuery(input, 'name'),
    userType,
    companyId,
  })
}
