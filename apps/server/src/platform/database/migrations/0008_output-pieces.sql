CREATE TABLE "output_pieces" (
	"notebook_id" text NOT NULL,
	"output_id" text NOT NULL,
	"index" integer NOT NULL,
	"first_line" integer NOT NULL,
	"text" text NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "output_pieces_notebook_id_output_id_index_pk" PRIMARY KEY("notebook_id","output_id","index")
);
