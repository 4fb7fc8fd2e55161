import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import type { WebhookView } from '#contract/webhook-endpoints.ts'
import type { ApiKeyMode } from '#domain/api-keys/api-key.ts'
import { instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { checkWebhook, isInvoiceEvent, MAX_WEBHOOKS } from '#domain/webhooks/webhook.ts'
import { makeWebhookSecret } from '../../gateways/webhooks/sign.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { parseMoment } from '../../storage/row-values.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { getLastChangeId } from '../../storage/sync/changes.ts'
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  type StoredWebhook,
  updateWebhook,
} from '../../storage/webhooks/webhooks.ts'
import { openSandbox } from '../api-keys/open-sandbox.ts'
import { sandboxScopeOf } from '../api-keys/sandbox-scope.ts'
import { actedBy, companyScope, requireRight, type ServiceContext } from '../context.ts'
import type { DeliveryDeps } from '../fiscal/delivery-deps.ts'
import { nameBasedId } from '../operations/name-based-id.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

type WebhookList = EndpointAnswer<'webhooks.list'>
type ShownOnce = EndpointAnswer<'webhooks.create'>

/** The old secret signs beside the new one for a day. */
const OVERLAP_MS = 24 * 3_600_000

/** Who may manage the addresses: the owner, as with the keys of the public API. */
export function webhookScope(context: ServiceContext): CompanyScope {
  const scope = companyScope(context)
  requireRight(context, 'api-key.manage', scope)
  return scope
}

/** An address, where its events happen, and whether that is the sandbox. */
export type OwnWebhook = {
  readonly webhook: StoredWebhook
  readonly scope: CompanyScope
  readonly mode: ApiKeyMode
}

/** The company and its sandbox: what happens in one never reaches an address of the other. */
function placesOf(own: CompanyScope): readonly Pick<OwnWebhook, 'scope' | 'mode'>[] {
  return [
    { scope: own, mode: 'live' },
    { scope: sandboxScopeOf(own), mode: 'test' },
  ]
}

/** One address of the company or its sandbox, locked; an unknown one and one of another company are refused alike. */
export async function requireWebhook(tx: Db, own: CompanyScope, id: string): Promise<OwnWebhook> {
  for (const place of placesOf(own)) {
    const webhook = await lockWebhook(tx, place.scope, id)
    if (webhook) return { webhook, ...place }
  }
  throw new Refusal('NOT_FOUND')
}

async function answer(db: Db, own: CompanyScope): Promise<WebhookList> {
  const webhooks: WebhookView[] = []
  for (const { scope, mode } of placesOf(own)) {
    const rows = await listWebhooks(db, scope)
    webhooks.push(
      ...rows.map(({ id, url, events, active, stopped_by: stoppedBy, created_at: at }) => ({
        ...{ id, url, active, stoppedBy, createdAt: parseMoment(at), mode },
        events: events.filter(isInvoiceEvent),
        moreEvents: events.filter((event) => !isInvoiceEvent(event)),
      })),
    )
  }
  return { webhooks: webhooks.sort((a, b) => instantMs(b.createdAt) - instantMs(a.createdAt)) }
}

/** The addresses of the company and of its sandbox, newest first. */
export async function readWebhooks(context: ServiceContext): Promise<WebhookList> {
  return await answer(context.db, webhookScope(context))
}

/**
 * Adds an address that is notified of what happens from now on in the company, or in its sandbox. Only this answer has
 * its secret; the same form once more is the repeat after an answer that got lost, and gives a new secret. A form that was
 * changed since adds another address.
 */
export async function createWebhook(
  context: ServiceContext,
  delivery: DeliveryDeps | undefined,
  trusted: readonly string[],
  { id, url, events, mode = 'live' }: EndpointRequest<'webhooks.create'>,
): Promise<ShownOnce> {
  const own = webhookScope(context)
  const isTrusted = URL.canParse(url) && trusted.includes(new URL(url).origin)
  const refusals = checkWebhook({ url, events })
  refuseFields(isTrusted ? refusals.filter(({ path }) => path !== 'url') : refusals)
  const at = toInstant(context.clock.now())
  // A receipt says when it was issued to the second: one of this second is after it.
  const since = toInstant(Math.floor(context.clock.now() / 1_000) * 1_000)
  const secret = makeWebhookSecret()
  const sealed = context.encryption.encrypt(secret)
  const scope = mode === 'test' ? await openSandbox(context, delivery, own) : own
  const fields = { url, events: [...new Set(events)] }
  const secrets = { secret: sealed, previous_secret: null, previous_until: null }
  return await inTransaction(context.db, async (tx) => {
    const added = { ...fields, ...secrets, active: true, since, created_at: at }
    const change_id = await getLastChangeId(tx, scope)
    let addedId = id
    if (!(await insertWebhook(tx, scope, { id, ...added, change_id }))) {
      const known = await requireWebhook(tx, own, id)
      const isRepeat = known.mode === mode && isSameAddress(known.webhook, fields)
      // A changed form may be sent again too: it has one id of its own.
      if (!isRepeat) addedId = nameBasedId(id, JSON.stringify([mode, url, [...fields.events].sort()]))
      if (isRepeat || !(await insertWebhook(tx, scope, { id: addedId, ...added, change_id })))
        await updateWebhook(tx, scope, addedId, secrets)
    }
    if ((await listWebhooks(tx, scope)).length > MAX_WEBHOOKS) throw new Refusal('WEBHOOK_TOO_MANY')
    await audit(tx, context, own, addedId, 'webhook.create', { url, events, mode })
    return { id: addedId, secret }
  })
}

type AddressFields = Pick<StoredWebhook, 'url' | 'events'>

function isSameAddress(known: AddressFields, form: AddressFields): boolean {
  const { url, events } = form
  return (
    known.url === url &&
    known.events.length === events.length &&
    events.every((one) => known.events.includes(one))
  )
}

/** Gives an address another secret; the old one signs beside it for a day. */
export async function rotateWebhook(
  context: ServiceContext,
  { id }: EndpointRequest<'webhooks.rotate'>,
): Promise<ShownOnce> {
  const own = webhookScope(context)
  const secret = makeWebhookSecret()
  await inTransaction(context.db, async (tx) => {
    const { webhook, scope } = await requireWebhook(tx, own, id)
    await updateWebhook(tx, scope, id, {
      secret: context.encryption.encrypt(secret),
      previous_secret: webhook.secret,
      previous_until: toInstant(context.clock.now() + OVERLAP_MS),
    })
    await audit(tx, context, own, id, 'webhook.rotate', { url: webhook.url })
  })
  return { id, secret }
}

/** Switches an address off or on; what waits goes on when it is on again. */
export async function switchWebhook(
  context: ServiceContext,
  { id, active }: EndpointRequest<'webhooks.switch'>,
): Promise<WebhookList> {
  const own = webhookScope(context)
  return await inTransaction(context.db, async (tx) => {
    const { webhook, scope } = await requireWebhook(tx, own, id)
    await updateWebhook(tx, scope, id, { active, stopped_by: active ? '' : 'person' })
    await audit(tx, context, own, id, active ? 'webhook.on' : 'webhook.off', { url: webhook.url })
    return await answer(tx, own)
  })
}

/** Removes an address with its log. */
export async function removeWebhook(
  context: ServiceContext,
  { id }: EndpointRequest<'webhooks.remove'>,
): Promise<WebhookList> {
  const own = webhookScope(context)
  return await inTransaction(context.db, async (tx) => {
    const { webhook, scope } = await requireWebhook(tx, own, id)
    await deleteWebhook(tx, scope, id)
    await audit(tx, context, own, id, 'webhook.remove', { url: webhook.url })
    return await answer(tx, own)
  })
}

async function audit(
  db: Db,
  context: ServiceContext,
  scope: CompanyScope,
  id: string,
  action: 'webhook.create' | 'webhook.rotate' | 'webhook.on' | 'webhook.off' | 'webhook.remove',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const at = toInstant(context.clock.now())
  await insertAuditEntry(db, { ...scope, ...actedBy(context), at, action, subject: `webhook:${id}`, detail })
}
