import * as v from 'valibot'
import type { apiKeyEndpoints } from '#contract/api-key-endpoints.ts'
import { developerEndpoints } from '#contract/developer-endpoints.ts'
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../services/api-keys/manage-api-keys.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import type { DeliveryDeps } from '../../services/fiscal/delivery-deps.ts'
import { describePublicApi } from '../public-api/describe-public-api.ts'
import type { Handlers } from './handler-types.ts'

/** The owner's keys of the public API, and its description. */
export function apiKeyHandlers(
  services: AuthServices,
  delivery: () => DeliveryDeps | undefined,
): Pick<Handlers, keyof typeof apiKeyEndpoints | keyof typeof developerEndpoints> {
  const description = v.parse(developerEndpoints['developer.description'].output, describePublicApi())
  return {
    'developer.description': async () => description,
    'api-keys.list': async (context) => await listApiKeys(services, context),
    'api-keys.create': async (context, input) => await createApiKey(context, delivery(), input),
    'api-keys.rotate': async (context, input) => await rotateApiKey(context, input),
    'api-keys.revoke': async (context, input) => await revokeApiKey(services, context, input),
  }
}
