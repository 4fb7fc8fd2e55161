import type { SetupFacts } from '#domain/setup/setup-steps.ts'
import { findSetupFacts } from '../../storage/administration/setup-facts.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { requireRight, type ServiceContext } from '../context.ts'

/** How far what the caller looks after is set up. */
export async function readSetup(context: ServiceContext): Promise<SetupFacts> {
  const scope = administrationScope(context)
  requireRight(context, 'company.read', subjectOf(scope))
  return await findSetupFacts(context.db, scope)
}
