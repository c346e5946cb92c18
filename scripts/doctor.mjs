import { examine } from './doctor/examine.mjs';

process.exitCode = await examine();
