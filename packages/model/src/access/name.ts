import { z } from 'zod';

/**
 * An email address: something, an at sign, a dotted domain, no spaces and no control characters, at most 254 characters
 * (ACC-110, ACC-111).
 */
export const emailSchema = z
  .string()
  .max(254)
  .regex(/^[^\s\p{Cc}@]+@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u, 'Enter a valid email address.');

/** Letters, digits, underscore and hyphen, 1 to 30 characters (ACC-112, ACC-113). */
export const usernameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}_-]{1,30}$/u, 'A username has 1 to 30 letters, digits, underscores or hyphens.');

/** Letters, digits, space, underscore, apostrophe and hyphen, 1 to 30 characters (ACC-114, ACC-115). */
export const displayNameSchema = z
  .string()
  .regex(
    /^[\p{L}\p{M}\p{N} _'-]{1,30}$/u,
    'A name has 1 to 30 letters, digits, spaces, underscores, apostrophes or hyphens.',
  );

/** A password: 8 to 200 characters of any kind. */
export const passwordSchema = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(200, 'A password has at most 200 characters.');

/**
 * Name of a project, notebook, map or layer: 1 to 120 characters after trimming, no control characters and no slash.
 */
export const titleSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(120, 'The name is longer than 120 characters.')
  .regex(/^[^\p{Cc}/\\]*$/u, 'A name cannot contain slashes or control characters.');
