import { generateKeyPairSync } from 'node:crypto'
import * as v from 'valibot'
import type { FirebaseSetup } from '#contract/notifications.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { PushConfig, PushGateway } from '../../gateways/push/gateway.ts'
import { createPushGateway } from '../../gateways/push/live.ts'
import type { WebPushKeys } from '../../gateways/push/web-push.ts'
import { getOrInsertWebPushKeys } from '../../storage/notifications/push-registrations.ts'
import type { Services } from '../context.ts'

/** How this server reaches devices, and what a browser needs to know to be reached. */
export type PushSetup = {
  readonly gateway: PushGateway
  readonly firebase: FirebaseSetup | null
  readonly webPushKey: string | null
}

const jwkSchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
})
type Jwk = v.InferOutput<typeof jwkSchema>

const UNCOMPRESSED = 4

function publicPoint({ x, y }: Jwk): string {
  const parts = [Buffer.of(UNCOMPRESSED), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(parts).toString('base64url')
}

/**
 * The key this server signs Web Push with: made once, sealed, kept in the database, so that every process has the same
 * and subscriptions outlive a restart. `null` when it was sealed under another key: then a person must look, and
 * everything else still runs.
 */
async function getWebPushKeys(services: Services): Promise<WebPushKeys | null> {
  const candidate = v.parse(
    jwkSchema,
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  )
  const stored = await getOrInsertWebPushKeys(services.db, {
    publicKey: publicPoint(candidate),
    encryptedPrivateKey: services.encryption.encrypt(JSON.stringify(candidate)),
    at: toInstant(services.clock.now()),
  })
  try {
    const json: unknown = JSON.parse(services.encryption.decrypt(stored.encryptedPrivateKey))
    return { publicKey: stored.publicKey, privateKey: v.parse(jwkSchema, json) }
  } catch (error) {
    services.log({ event: 'web-push-key-unreadable', error, alert: true })
    return null
  }
}

/** Builds what push needs. `contact` is where the keepers of a push service may turn to. */
export async function createPushSetup(
  services: Services,
  config: PushConfig,
  contact: string,
): Promise<PushSetup> {
  const keys = await getWebPushKeys(services)
  const gateway = createPushGateway({
    clock: services.clock,
    fcm: config.firebase?.fcm ?? null,
    webPush: keys && { keys, contact },
    origins: config.webPushOrigins,
  })
  return { gateway, firebase: config.firebase?.setup ?? null, webPushKey: keys?.publicKey ?? null }
}
