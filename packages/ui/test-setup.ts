import { configure } from '@testing-library/react';

// What is waited for comes when the machine gets to it.
configure({ asyncUtilTimeout: 15_000 });
