import type * as v from 'valibot'
import { publicEndpoints } from '#contract/public-api/public-endpoints.ts'

type Entries = typeof publicEndpoints
type AnyOutput = v.GenericSchema<unknown, unknown>

/** What each call takes and answers. The file that programs get has the same written out. */
export type Calls = {
  readonly [Name in keyof Entries]: {
    readonly input: v.InferInput<Entries[Name]['input']>
    readonly answer: Entries[Name]['output'] extends AnyOutput
      ? v.InferOutput<Entries[Name]['output']>
      : ArrayBuffer
  }
}

/** Where each call goes. */
export const CALLS: { readonly [Name in keyof Calls]: { readonly method: string; readonly path: string } } =
  publicEndpoints

/** The address of the server the file came from. */
export const SERVER = ''
