import * as v from 'valibot'

/** How the provider of this server is reached. Apart from the calls: a phone keeps it for when it is offline. */
export const providerContactSchema = v.object({
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  whatsapp: v.nullable(v.string()),
})
