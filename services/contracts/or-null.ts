import { type Static, type TObject, Type } from 'typebox';

/**
 * An object or null, as one schema with two types. A union of two schemas says the same, and whoever writes JSON by
 * it has to check each value against one after the other: twice the work for a list of objects that may be missing.
 */
export function orNull<Of extends TObject>(of: Of) {
  return Type.Unsafe<Static<Of> | null>({ ...of, type: ['object', 'null'] });
}
