import { keptAnswer } from '#blocks/kept-answer.ts'
import { providerContactSchema } from '#contract/provider-contact.ts'

/** How to reach the provider. */
export const keptContact = keptAnswer('provider-contact', providerContactSchema)
