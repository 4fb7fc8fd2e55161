import * as v from 'valibot'

/** An address of the web, without slashes at its end. */
export const webAddress = (name: string, what = 'an address') =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      `${name} must be ${what}`,
    ),
    v.transform((text) => text.replace(/\/+$/, '')),
  )

export const portNumber = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
      `${name} must be a number up to 65535`,
    ),
    v.transform(Number),
  )

/** What is wrong with settings of which all or none must be given; `purpose` as in `wording by AI needs`. */
export function findMissing<Name extends string>(
  settings: { readonly [Key in Name]?: unknown },
  names: readonly Name[],
  purpose: string,
): string[] {
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(', ')} missing: ${purpose} all of ${names.join(', ')}, or none`]
}
