import { Fragment, type ReactNode, useCallback } from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from './help-link/help-link.tsx'

/** What is wrong at a field. A missing value explains itself; every other error leads to its chapter in the help. */
function FieldError({ code }: { readonly code: string }) {
  const translate = useTranslate()
  return (
    <>
      <span>{translate(errorMessage(code))}</span>
      {code.endsWith('_REQUIRED') ? null : (
        <>
          {' '}
          <HelpLink code={code} short />
        </>
      )}
    </>
  )
}

/** All that is wrong at a field. */
export function FieldErrors({ codes }: { readonly codes: readonly string[] }) {
  return codes.map((code, place) => (
    <Fragment key={code}>
      {place > 0 ? '. ' : null}
      <FieldError code={code} />
    </Fragment>
  ))
}

/**
 * The error at a field: returns the first refusal at a path, `undefined` where there is none. What concerns the form as a
 * whole, at the empty path, is returned whole.
 */
export function useFieldErrors(refusals: readonly FieldRefusal<string>[]): (path: string) => ReactNode {
  return useCallback(
    (path) => {
      const codes = refusals.filter((refusal) => refusal.path === path).map(({ code }) => code)
      if (codes.length === 0) return undefined
      return <FieldErrors codes={path === '' ? [...new Set(codes)] : codes.slice(0, 1)} />
    },
    [refusals],
  )
}
