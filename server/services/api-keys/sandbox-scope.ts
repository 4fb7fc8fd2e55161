import type { CompanyScope } from '../../storage/scope.ts'
import { nameBasedId } from '../operations/name-based-id.ts'

/** The sandbox of a company, whether it was opened yet or not: its id follows from that of the company. */
export function sandboxScopeOf({ companyId }: CompanyScope): CompanyScope {
  return { companyId: nameBasedId(companyId, 'sandbox') }
}
