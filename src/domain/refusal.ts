/**
 * A refusal by a rule, at the field that caused it; `path` names the field as the wire does (`lines.0.unitPrice`).
 */
export type FieldRefusal<Code extends string> = { readonly path: string; readonly code: Code }
