import * as v from 'valibot'

/** The variables of webhooks, for the schema of the whole environment. */
export const webhookVariables = {
  WEBHOOK_TRUSTED_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .split(',')
          .map((part) => part.trim().replace(/\/+$/, ''))
          .filter((part) => part !== ''),
      ),
      v.check(
        (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
        'WEBHOOK_TRUSTED_ORIGINS are origins such as http://10.0.0.5:8080, with commas between',
      ),
    ),
    '',
  ),
}
