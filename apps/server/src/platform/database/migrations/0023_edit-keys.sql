CREATE TABLE "layer_edit_keys" (
	"layer_id" text NOT NULL,
	"key" text NOT NULL,
	"author_id" text,
	"seqs" bigint[] NOT NULL,
	"is_less" boolean DEFAULT false NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "layer_edit_keys_layer_id_key_pk" PRIMARY KEY("layer_id","key")
);
--> statement-breakpoint
ALTER TABLE "layer_edit_keys" ADD CONSTRAINT "layer_edit_keys_layer_id_layers_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."layers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layer_edit_keys" ADD CONSTRAINT "layer_edit_keys_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;