import type { GenericSchema } from 'valibot'

/** Fields that name something and have no trespass of their own in the table: why, and where they are tried. */
export const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'auth.login deviceId': 'the phone names itself; nothing is looked up by it before the password is right',
  'companies.save base.organizationId': 'what the form began with: compared, never looked up',
  'companies.save fields.organizationId':
    'access-expectations.ts: a new company in the organization of another',
  'invoices-report.export after.id': 'report-expectations.ts: only a place in the order of the own rows',
  'api-keys.create id': 'public-api/manage-api-keys.test.ts: the key of another company',
  'api-keys.rotate id': 'public-api/manage-api-keys.test.ts: the key of another company',
  'api-keys.revoke id': 'public-api/manage-api-keys.test.ts: the key of another company',
  'users.create id':
    'users/manage-users.test.ts: only the account that the same request made; another one gets its own id',
  'contact.send id': 'contact/contact-and-registration.test.ts: the message names itself',
  'registration.request id': 'contact/contact-and-registration.test.ts: the request names itself',
  'potential-clients.create id': 'the request names itself, as in registration.request',
  'webhooks.create id': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'webhooks.rotate id': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'webhooks.switch id': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'webhooks.remove id': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'webhooks.deliveries id': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'webhooks.test id': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'webhooks.resend id': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'webhooks.resend deliveryId': 'webhooks/manage-webhooks.test.ts: the address of another company',
  'data-export.link id':
    'data-export/data-export.test.ts: the export of another person and of another company',
  'receipts.reissue reissueId': 'made by the caller; looked for only among the copies of that receipt',
  'accounting.choose organizationId': 'accounting/booking.test.ts: an organization that was not offered',
  'accounting.save-mapping earlier.id':
    'accounting/tax-codes.test.ts: a tax of another rate; only taxes that the own books offer are taken',
  'accounting.settle invoiceId': 'accounting/faults.test.ts: the receipt of another company',
  'accounting.settle-inbox theirId': 'accounting/pull.test.ts: the invoice of the books of another company',
  'ussd.end id': 'ussd/register-phone.test.ts: the number of another person',
  'insights.task id': 'insights/insights.test.ts: the task of another company',
  'insights.category categories.id': 'given back as it came; it names nothing on the server',
  'insights.request facts.id': 'a place in the request; it names nothing on the server',
  'potential-clients.change-status id': 'a record of no tenant, which only platform admins reach',
  'potential-clients.convert id': 'a record of no tenant, which only platform admins reach',
  'potential-clients.convert organizationId':
    'platform admins alone reach it, and theirs is every organization',
  'subscription.record-payment id': 'the payment names itself; platform admins alone reach it',
  'subscription.cancel-payment id': 'subscriptions/subscriptions.test.ts: the payment of another company',
  'tax-tips.save id': 'tax-tips/tax-tips.test.ts: the tip of another organization',
  'tax-tips.change-status id': 'tax-tips/tax-tips.test.ts: the tip of another organization',
  'sync.push epoch':
    'the phone numbers its work in it; the server reads it only beside the phone of the token',
  'sync.push ops.opId': 'foreign-records.test.ts: an operation under an id that another company uses',
  'sync.push ops.dependsOn': 'foreign-records.test.ts: work that waits for that of another company',
  'sync.push ops.writtenBy.userId': 'foreign-records.test.ts: work of another company is brought',
  'sync.push ops.writtenBy.deviceId': 'foreign-records.test.ts: work of another company is brought',
  'sync.push grant.id': 'foreign-records.test.ts: a grant of another company; auth/delivery-grant.test.ts',
}

/** What names something: an id by its form, or a field that says so by its name. */
const NAMED_AS_ID = /^ids?$|Ids?$|^sha256$|^epoch$/

/** Wrappings, pipes and lists taken off, as far as they go. */
function unwrapped(schema: GenericSchema): GenericSchema {
  const inner = [part(schema, 'wrapped'), part(schema, 'item')].find(isSchema)
  return inner === undefined ? schema : unwrapped(inner)
}

/** The fields of a schema that name a record, person, company or phone, at any depth: `ops.writtenBy.userId`. */
export function idFieldsOf(schema: GenericSchema<unknown, unknown>): string[] {
  const entries = part(unwrapped(schema as GenericSchema), 'entries')
  if (typeof entries !== 'object' || entries === null) return []
  return Object.entries(entries)
    .filter((entry): entry is [string, GenericSchema] => isSchema(entry[1]))
    .flatMap(([name, field]) => {
      const inside = idFieldsOf(field).map((below) => `${name}.${below}`)
      return NAMED_AS_ID.test(name) || isUuid(unwrapped(field)) ? [name, ...inside] : inside
    })
}

function isUuid(schema: GenericSchema): boolean {
  const pipe = part(schema, 'pipe')
  return Array.isArray(pipe) && pipe.some((step) => isSchema(step) && part(step, 'type') === 'uuid')
}

function isSchema(value: unknown): value is GenericSchema {
  return typeof value === 'object' && value !== null && 'type' in value
}

function part(schema: object, name: string): unknown {
  return name in schema ? Reflect.get(schema, name) : undefined
}
